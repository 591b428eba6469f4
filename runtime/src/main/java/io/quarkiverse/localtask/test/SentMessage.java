package io.quarkiverse.localtask.test;

import java.util.Map;

import io.quarkiverse.localtask.spi.Delivery;

/** A message that was delivered through the channel {@code memory}: what a receiver would have got. */
public interface SentMessage {

    /** @return the task's id, by which the receiver de-duplicates */
    String taskId();

    /** @return the task's name */
    String name();

    /**
     * @return the destination's name. For an ad hoc message it is the one that stands for its target in the table:
     *         {@code http:} with a number, or {@code mq:} with the messaging channel.
     */
    String destination();

    /** @return which attempt delivered it, from 1 */
    int attempt();

    /** @return the bytes of the payload; a copy */
    byte[] payload();

    /** @return the payload as text, in UTF-8 */
    String text();

    /**
     * Reads the payload as JSON with the application's {@code ObjectMapper}.
     *
     * @param type what it is to become
     * @return the object
     * @throws IllegalStateException if the payload is no such JSON
     */
    <T> T json(Class<T> type);

    /** @return the content type */
    String contentType();

    /**
     * @return the message's own headers. Those that a channel adds (the destination's configured ones,
     *         {@code Idempotency-Key}, …) are not among them.
     */
    Map<String, String> headers();

    /**
     * @return what the message itself says about where it goes, by {@link Delivery#URL}, {@link Delivery#METHOD} and
     *         {@link Delivery#ROUTING_KEY}
     */
    Map<String, String> target();
}
