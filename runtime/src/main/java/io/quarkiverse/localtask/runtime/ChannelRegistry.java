package io.quarkiverse.localtask.runtime;

import java.util.Set;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.delivery.Channel;
import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.smallrye.common.annotation.Identifier;

/** Finds a destination's channel: one of ours, or a bean of the application. That it exists was checked at build time. */
@Singleton
class ChannelRegistry {

    /** They are known not to block. */
    private static final Set<String> OURS = Set.of(Destination.HTTP, Destination.MQ, Destination.MEMORY);

    private final Instance<TaskChannel> channels;
    private final Instance<BlockingTaskChannel> blockingChannels;
    private final ThreadChoice threads;

    ChannelRegistry(@Any Instance<TaskChannel> channels, @Any Instance<BlockingTaskChannel> blockingChannels,
            ThreadChoice threads) {
        this.channels = channels;
        this.blockingChannels = blockingChannels;
        this.threads = threads;
    }

    Channel of(Destination destination) {
        Identifier name = Identifier.Literal.of(destination.channel());
        Instance<TaskChannel> channel = channels.select(name);
        if (channel.isResolvable()) {
            return OURS.contains(destination.channel()) ? new Channel.Direct(channel.get())
                    : new Channel.Async(channel.get());
        }
        Instance<BlockingTaskChannel> blocking = blockingChannels.select(name);
        if (blocking.isResolvable()) {
            return threads.of(destination.channel(), blocking.get());
        }
        throw new IllegalStateException("Destination '" + destination.name() + "' uses channel '" + destination.channel()
                + "', and there is no such TaskChannel or BlockingTaskChannel bean: annotate one with @Identifier(\""
                + destination.channel() + "\") or change quarkus.local-task.destinations." + destination.name() + ".channel");
    }
}
