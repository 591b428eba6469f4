package io.quarkiverse.localtask.it.support;

import java.util.Map;

/**
 * One request, as it reached the receiver.
 *
 * @param taskId the header {@code Idempotency-Key}
 * @param body the body as text
 * @param headers all headers, by lower-case name
 * @param nanoTime when it was complete, by the receiver's monotonic clock
 * @param nth how many requests with this task id there were, from 1
 */
public record Received(String taskId, String body, Map<String, String> headers, long nanoTime, int nth) {
}
