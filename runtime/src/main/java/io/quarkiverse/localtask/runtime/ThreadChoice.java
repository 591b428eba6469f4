package io.quarkiverse.localtask.runtime;

import java.util.concurrent.ExecutorService;

import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.delivery.Channel;
import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkus.virtual.threads.VirtualThreads;
import io.quarkus.virtual.threads.VirtualThreadsConfig;

/**
 * Decides where a blocking channel runs. Without virtual threads the executor of Quarkus would use the application's worker
 * pool, which a channel that hangs could use up; ours has room for every attempt.
 */
@Singleton
class ThreadChoice {

    private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;

    private final VirtualThreadChannels wanted;
    private final VirtualThreadsConfig config;
    private final ExecutorService virtualThreads;

    ThreadChoice(VirtualThreadChannels wanted, VirtualThreadsConfig config, @VirtualThreads ExecutorService virtualThreads) {
        this.wanted = wanted;
        this.config = config;
        this.virtualThreads = virtualThreads;
    }

    Channel of(String name, BlockingTaskChannel channel) {
        if (wanted.names().contains(name) && config.enabled()
                && Runtime.version().feature() >= FIRST_JAVA_WITH_VIRTUAL_THREADS) {
            return new Channel.BlockingOnVirtualThread(channel, virtualThreads);
        }
        return new Channel.Blocking(channel);
    }
}
