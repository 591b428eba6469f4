package io.quarkiverse.localtask.runtime.store;

import java.time.Duration;

/**
 * A row this instance has claimed, with all that is needed to send it. {@code attempts} and {@code version} are those after the
 * claim: the attempt is counted before it is made.
 *
 * @param traceContext the trace in which it was accepted, or {@code null}
 * @param age since it was accepted, by the database's clock
 */
public record ClaimedTask(long id, String taskId, String name, String destination, String notifyConfig, String payload,
        String contentType, int attempts, int version, String traceContext, Duration age) {
}
