package io.quarkiverse.localtask.runtime.store;

/**
 * A row this instance has claimed, with all that is needed to send it. {@code attempts} and {@code version} are those after the
 * claim: the attempt is counted before it is made.
 */
public record ClaimedTask(long id, String taskId, String name, String destination, String notifyConfig, String payload,
        String contentType, int attempts, int version) {
}
