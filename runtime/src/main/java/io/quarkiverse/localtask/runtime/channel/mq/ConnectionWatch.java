package io.quarkiverse.localtask.runtime.channel.mq;

import java.util.Set;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.eclipse.microprofile.config.Config;

import io.quarkiverse.localtask.runtime.config.AdHocDestinations;
import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.smallrye.reactive.messaging.ClientCustomizer;
import io.vertx.rabbitmq.RabbitMQOptions;

/**
 * Tells the links of connections: the client says when it has a new one to whoever collects its metrics. Refuses at start what
 * would break the promises unseen.
 */
@Singleton
public class ConnectionWatch implements ClientCustomizer<RabbitMQOptions> {

    private final MqLinks links;
    private final Set<String> ours;

    @Inject
    ConnectionWatch(MqLinks links, LocalTaskBuildTimeConfig build) {
        this(links, AdHocDestinations.messagingChannels(build));
    }

    ConnectionWatch(MqLinks links, Set<String> ours) {
        this.links = links;
        this.ours = ours;
    }

    @Override
    public RabbitMQOptions customize(String channel, Config config, RabbitMQOptions options) {
        if (!ours.contains(channel)) {
            return options;
        }
        requireConfirms(channel, config);
        requireNoBound(channel, config);
        RabbitMQOptions own = options;
        if (config.getOptionalValue("client-options-name", String.class).isPresent()) {
            requireReconnects(channel, options);
            own = copy(options);
        }
        return own.setMetricsCollector(new WatchingCollector(links.of(channel), options.getMetricsCollector()));
    }

    /** After the application's own customizers: one of them may set a collector, which is passed on to. */
    @Override
    public int getPriority() {
        return Integer.MAX_VALUE;
    }

    private static void requireConfirms(String channel, Config config) {
        if (!config.getOptionalValue("publish-confirms", Boolean.class).orElse(false)) {
            throw new IllegalStateException(property(channel, "publish-confirms") + " is false: a task counts as delivered when"
                    + " the broker confirms it, and without confirms a lost one would count as well. Remove the line");
        }
    }

    /** The connector never gets a place back whose confirm went with a connection. */
    private static void requireNoBound(String channel, Config config) {
        if (config.getOptionalValue("max-inflight-messages", Long.class).orElse(0L) != Long.MAX_VALUE) {
            throw new IllegalStateException(property(channel, "max-inflight-messages") + " is set: each lost connection would"
                    + " use up some of them for good, until nothing is sent before a restart. Remove the line, and set"
                    + " quarkus.local-task.destinations.<name>.concurrency to bound what is under way");
        }
    }

    private static String property(String channel, String key) {
        return "mp.messaging.outgoing.\"" + channel + "\"." + key + ", of a messaging channel that tasks are sent to,";
    }

    /** They are not taken from the configuration then, and the client's default is to give up at once, for ever. */
    private static void requireReconnects(String channel, RabbitMQOptions options) {
        if (options.getReconnectAttempts() == 0) {
            throw new IllegalStateException("Messaging channel '" + channel + "' of the channel mq has client-options-name, and"
                    + " these RabbitMQOptions have 0 reconnect attempts: after the first lost connection nothing would be sent"
                    + " until a restart. Call setReconnectAttempts(Integer.MAX_VALUE) and setReconnectInterval(1000) on them");
        }
    }

    /** Other channels may use the same options, and the client keeps the object it is given. */
    private static RabbitMQOptions copy(RabbitMQOptions options) {
        // the copy constructor leaves this one out
        return new RabbitMQOptions(options).setCredentialsRefreshService(options.getCredentialsRefreshService());
    }
}
