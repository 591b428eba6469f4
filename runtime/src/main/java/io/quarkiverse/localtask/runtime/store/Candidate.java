package io.quarkiverse.localtask.runtime.store;

import io.quarkiverse.localtask.TaskStatus;

/**
 * A row that a scan looked at, without its payload and without a lock: what it needs to decide whether to claim it.
 *
 * @param id primary key
 * @param version the fence as it was read; a claim succeeds only if it still is
 * @param taskId the task's id
 * @param name the task's name
 * @param destination the destination's name
 * @param house its house number
 * @param status the status as it was read
 * @param attempts attempts counted
 * @param lastError why it failed last, or {@code null}
 * @param due whether its time had come, by the database's clock at the statement
 */
public record Candidate(long id, int version, String taskId, String name, String destination, int house,
        TaskStatus status, int attempts, String lastError, boolean due) {
}
