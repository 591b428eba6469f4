package io.quarkiverse.localtask.runtime.config;

import java.util.Optional;

/**
 * Where the {@code mq} channel sends the messages of a destination.
 *
 * @param messagingChannel the outgoing channel of reactive messaging, {@code null} for other channels
 * @param exchange the exchange, if the destination names it
 * @param routingKey the routing key of messages that bring none, if configured
 */
public record MqTarget(String messagingChannel, Optional<String> exchange, Optional<String> routingKey) {

    /** The longest name of a messaging channel: the column {@code destination} holds it behind {@code mq:}. */
    public static final int MAX_CHANNEL_LENGTH = MapKeys.MAX_LENGTH - Destination.MQ.length() - 1;

    static final MqTarget NONE = new MqTarget(null, Optional.empty(), Optional.empty());

    static MqTarget adHoc(String messagingChannel) {
        return new MqTarget(messagingChannel, Optional.empty(), Optional.empty());
    }
}
