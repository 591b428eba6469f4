package io.quarkiverse.localtask;

import java.time.Instant;

/**
 * A task as it stands in the table. Times are those of the database's clock, in microseconds.
 *
 * @param taskId the id that the receiver de-duplicates by
 * @param name the task's name
 * @param destination where it goes
 * @param status where it is in its life
 * @param attempts attempts counted so far
 * @param houseNumber the logical slice of the table it belongs to
 * @param nextAttemptTime when it is (or was) due; while it is leased, when the lease ends
 * @param lastError why the last attempt failed, or {@code null}
 * @param createTime when it was written
 * @param updateTime when it was last changed
 */
public record Task(String taskId, String name, String destination, TaskStatus status, int attempts, int houseNumber,
        Instant nextAttemptTime, String lastError, Instant createTime, Instant updateTime) {
}
