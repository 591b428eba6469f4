package io.quarkiverse.localtask.runtime.channel.mq;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What goes over the wire, whatever library sends it.
 *
 * @param body the payload
 * @param routingKey the routing key, or {@code null}: the channel's default
 * @param properties the properties of AMQP 0-9-1
 * @param headers the header table: texts, numbers ({@link Integer}, {@link Long}) and lists of texts
 */
record MqMessage(byte[] body, String routingKey, Properties properties, Map<String, Object> headers) {

    /** Those that are not set are {@code null}. Delivery mode is always 2, persistent. */
    record Properties(String messageId, String contentType, String contentEncoding, Integer priority, String correlationId,
            String replyTo, String expiration, Instant timestamp, String type, String appId) {
    }

    /** A value in the header table that is more than a text. */
    static List<String> texts(String commaSeparated) {
        return List.of(commaSeparated.split(",")).stream().map(String::strip).filter(text -> !text.isEmpty()).toList();
    }
}
