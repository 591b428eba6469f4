package io.quarkiverse.localtask.spi;

import java.time.Duration;
import java.util.Map;

/**
 * One attempt to deliver one task, as a channel sees it.
 *
 * @param taskId the task's id; send it along, the receiver de-duplicates by it
 * @param name the task's name
 * @param destination the destination's name
 * @param attempt which attempt this is, from 1
 * @param payload the payload, the same bytes at every attempt; do not change the array
 * @param contentType the content type, never {@code null}
 * @param headers the message's own headers (the destination's configured ones are the channel's business)
 * @param target what the message itself says about where it goes, by {@link #URL}, {@link #METHOD} and {@link #ROUTING_KEY};
 *        empty where the destination's configuration says it all
 * @param timeout after this the attempt counts as failed
 */
public record Delivery(String taskId, String name, String destination, int attempt, byte[] payload, String contentType,
        Map<String, String> headers, Map<String, String> target, Duration timeout) {

    /** Key of {@link #target}: where an ad hoc message over HTTP goes. */
    public static final String URL = "url";
    /** Key of {@link #target}: the method of an ad hoc message over HTTP. */
    public static final String METHOD = "method";
    /** Key of {@link #target}: the message's own routing key. */
    public static final String ROUTING_KEY = "routing-key";

    /** @return ids only; never payload, headers or URL */
    @Override
    public String toString() {
        return "Delivery[taskId=" + taskId + ", destination=" + destination + ", attempt=" + attempt + "]";
    }
}
