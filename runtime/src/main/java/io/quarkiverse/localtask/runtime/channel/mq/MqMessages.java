package io.quarkiverse.localtask.runtime.channel.mq;

import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.spi.Delivery;

/**
 * Makes the message of an attempt: the destination's configured headers, and the message's own, which win; some of them become
 * properties (see {@link AmqpHeader}). {@code message_id} is the task id, {@code type} the task's name.
 */
final class MqMessages {

    /** Headers and properties travel in one frame, and a frame of 128 KiB is what client and broker agree on. */
    private static final int MAX_HEADERS = 64 * 1024;
    /** What an entry of the header table takes besides its name and its value. */
    private static final int ENTRY = 6;

    private MqMessages() {
    }

    /**
     * @throws IllegalArgumentException that names a header which may not be sent, never its value
     */
    static MqMessage of(Destination destination, Delivery delivery) {
        Map<String, String> all = merged(destination.headers(), delivery.headers());
        check(all);
        // checked before, but the row may be changed by hand, and the client tries for ever to send what has no encoding
        checkLength("routing key", delivery.target().get(Delivery.ROUTING_KEY));
        checkLength("content type", delivery.contentType());
        EnumMap<AmqpHeader, String> known = new EnumMap<>(AmqpHeader.class);
        Map<String, Object> table = new HashMap<>();
        all.forEach((name, value) -> {
            AmqpHeader header = AmqpHeader.of(name);
            if (header == null) {
                table.put(name, value);
            } else {
                known.put(header, value);
            }
        });
        known.computeIfPresent(AmqpHeader.X_DELAY, (header, value) -> put(table, header, Long.valueOf(value), value));
        known.computeIfPresent(AmqpHeader.CC, (header, value) -> put(table, header, MqMessage.texts(value), value));
        known.computeIfPresent(AmqpHeader.BCC, (header, value) -> put(table, header, MqMessage.texts(value), value));
        table.put(AmqpHeader.ATTEMPT.text(), delivery.attempt());
        return new MqMessage(delivery.payload(), routingKey(destination, delivery), properties(known, delivery), table);
    }

    /** @throws IllegalArgumentException if they cannot be sent; the text never holds a value */
    static void check(Map<String, String> headers) {
        int size = 0;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            String problem = AmqpHeader.problem(header.getKey(), header.getValue());
            if (problem != null) {
                throw new IllegalArgumentException("header '" + header.getKey() + "' " + problem);
            }
            size += ENTRY + AmqpHeader.utf8Length(header.getKey()) + AmqpHeader.utf8Length(header.getValue());
        }
        if (size > MAX_HEADERS) {
            throw new IllegalArgumentException("the headers have " + size + " bytes, and they travel in one frame: at most "
                    + MAX_HEADERS + " are allowed; move what is large into the payload");
        }
    }

    private static void checkLength(String what, String text) {
        if (text != null && AmqpHeader.utf8Length(text) > AmqpHeader.MAX_SHORT_STRING) {
            throw new IllegalArgumentException("the " + what + " is longer than 255 bytes, which AMQP does not allow");
        }
    }

    static Map<String, String> merged(Map<String, String> configured, Map<String, String> own) {
        Map<String, String> merged = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        merged.putAll(configured);
        // the message's spelling wins with its value
        own.keySet().forEach(merged::remove);
        merged.putAll(own);
        return merged;
    }

    private static String put(Map<String, Object> table, AmqpHeader header, Object value, String text) {
        table.put(header.text(), value);
        return text;
    }

    private static String routingKey(Destination destination, Delivery delivery) {
        String own = delivery.target().get(Delivery.ROUTING_KEY);
        return own != null ? own : destination.mq().routingKey().orElse(null);
    }

    private static MqMessage.Properties properties(Map<AmqpHeader, String> known, Delivery delivery) {
        String priority = known.get(AmqpHeader.PRIORITY);
        String timestamp = known.get(AmqpHeader.TIMESTAMP);
        return new MqMessage.Properties(delivery.taskId(), delivery.contentType(), known.get(AmqpHeader.CONTENT_ENCODING),
                priority == null ? null : Integer.valueOf(priority), known.get(AmqpHeader.CORRELATION_ID),
                known.get(AmqpHeader.REPLY_TO), known.get(AmqpHeader.EXPIRATION),
                timestamp == null ? null : Instant.ofEpochSecond(Long.parseLong(timestamp)),
                known.getOrDefault(AmqpHeader.TYPE, shortString(delivery.name())), known.get(AmqpHeader.APP_ID));
    }

    /** @return the text, cut at a character's end to what AMQP takes */
    private static String shortString(String text) {
        String cut = text;
        while (AmqpHeader.utf8Length(cut) > AmqpHeader.MAX_SHORT_STRING) {
            cut = cut.substring(0, cut.offsetByCodePoints(cut.length(), -1));
        }
        return cut;
    }
}
