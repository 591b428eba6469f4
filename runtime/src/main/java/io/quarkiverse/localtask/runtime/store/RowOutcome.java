package io.quarkiverse.localtask.runtime.store;

import java.time.Duration;

import io.quarkiverse.localtask.TaskStatus;

/**
 * What to write about one row.
 *
 * @param id primary key
 * @param taskId together with {@code id}, since an id can come again after a restore
 * @param version the fence the attempt was made under; not looked at for a success
 * @param status SUCCEEDED, FAILED, DEAD; or PENDING for a row that is handed back unsent
 * @param countAttempt whether the attempt is counted now (the immediate one) or was when the row was claimed
 * @param delay until the next attempt; only for FAILED
 * @param error why; only for FAILED and DEAD, cleaned and cut to the column's width
 */
public record RowOutcome(long id, String taskId, int version, TaskStatus status, boolean countAttempt, Duration delay,
        String error) {
}
