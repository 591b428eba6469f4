package io.quarkiverse.localtask.runtime.store;

import java.time.Duration;

import io.quarkiverse.localtask.TaskStatus;

/**
 * An outcome in the terms of the table: what is written into which column.
 *
 * @param status the column's new value
 * @param attempts by how much the column changes
 * @param delay microseconds from now until it is due; {@code null}: the column stays as it is
 * @param error {@code null}: the column stays as it is
 */
record OutcomeRow(long id, String taskId, int version, TaskStatus status, int attempts, Long delay, String error) {

    static OutcomeRow of(RowOutcome outcome) {
        int counted = outcome.countAttempt() ? 1 : 0;
        return switch (outcome.status()) {
            case SUCCEEDED -> row(outcome, TaskStatus.SUCCEEDED, counted, null, null);
            case FAILED -> row(outcome, TaskStatus.FAILED, counted,
                    outcome.delay() == null ? Duration.ZERO : outcome.delay(), outcome.error());
            case DEAD -> row(outcome, TaskStatus.DEAD, counted, null, outcome.error());
            // Handed back unsent: the attempt its claim counted is taken off again.
            case PENDING -> row(outcome, TaskStatus.FAILED, counted - 1, Duration.ZERO, null);
            default -> throw new IllegalArgumentException("Not an outcome of an attempt: " + outcome.status());
        };
    }

    private static OutcomeRow row(RowOutcome outcome, TaskStatus status, int attempts, Duration delay, String error) {
        return new OutcomeRow(outcome.id(), outcome.taskId(), outcome.version(), status, attempts, JdbcTaskStore.micros(delay),
                ErrorText.clean(error));
    }

    boolean isSuccess() {
        return status == TaskStatus.SUCCEEDED;
    }
}
