package io.quarkiverse.localtask.runtime.channel.mq;

import java.util.Set;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.eclipse.microprofile.config.Config;

import io.quarkiverse.localtask.runtime.config.AdHocDestinations;
import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.smallrye.reactive.messaging.ClientCustomizer;
import io.vertx.rabbitmq.RabbitMQOptions;

/** Tells the links of connections: the client says when it has a new one to whoever collects its metrics. */
@Singleton
public class ConnectionWatch implements ClientCustomizer<RabbitMQOptions> {

    private final MqLinks links;
    private final Set<String> ours;

    @Inject
    ConnectionWatch(MqLinks links, LocalTaskBuildTimeConfig build) {
        this.links = links;
        this.ours = AdHocDestinations.messagingChannels(build);
    }

    @Override
    public RabbitMQOptions customize(String channel, Config config, RabbitMQOptions options) {
        if (ours.contains(channel)) {
            options.setMetricsCollector(new WatchingCollector(links.of(channel), options.getMetricsCollector()));
        }
        return options;
    }
}
