package io.quarkiverse.localtask.runtime.delivery;

import java.time.Duration;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.event.TaskDead;
import io.quarkiverse.localtask.event.TaskFailed;
import io.quarkiverse.localtask.event.TaskSucceeded;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.store.Candidate;
import io.quarkiverse.localtask.runtime.store.ErrorText;
import io.quarkiverse.localtask.runtime.store.RowOutcome;
import io.quarkiverse.localtask.spi.Outcome;

/**
 * An outcome on its way to the table. Nothing of the message is held any more.
 */
final class PendingOutcome {

    private final long id;
    private final String taskId;
    private final String name;
    private final Destination destination;
    private final int version;
    private final int attempts;
    private final boolean countAttempt;
    private final TaskStatus status;
    private final Duration wait;
    private final long endedAt;
    private final long acceptedAt;
    private String reason;
    private int tries;
    private long nextTry;
    private boolean finished;

    private PendingOutcome(long id, String taskId, String name, Destination destination, int version, int attempts,
            boolean countAttempt, TaskStatus status, Duration wait, long endedAt, long acceptedAt, String reason) {
        this.id = id;
        this.taskId = taskId;
        this.name = name;
        this.destination = destination;
        this.version = version;
        this.attempts = attempts;
        this.countAttempt = countAttempt;
        this.status = status;
        this.wait = wait;
        this.endedAt = endedAt;
        this.acceptedAt = acceptedAt;
        // what a channel says has no bound: here it gets the column's, for the log and the observers too
        this.reason = ErrorText.clean(reason);
    }

    /** How the attempt on the task ended, just now. */
    static PendingOutcome of(TaskInHand task, Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            var retry = task.destination().retry();
            if (retry.isExhausted(task.attempt())) {
                return of(task, TaskStatus.DEAD, Duration.ZERO, failed.reason());
            }
            return of(task, TaskStatus.FAILED, retry.delayAfter(task.attempt(), failed.notBefore(), Math::random),
                    failed.reason());
        }
        if (outcome instanceof Outcome.Rejected rejected) {
            return of(task, TaskStatus.DEAD, Duration.ZERO, rejected.reason());
        }
        return of(task, TaskStatus.SUCCEEDED, Duration.ZERO, null);
    }

    /** The task was claimed but not sent. */
    static PendingOutcome handBack(TaskInHand task) {
        return of(task, TaskStatus.PENDING, Duration.ZERO, null);
    }

    /** The row has used up its attempts: the last one left no outcome, or fewer are allowed than when it failed. */
    static PendingOutcome buried(Candidate row, Destination destination) {
        String reason = Reasons.usedUp(row.status() == TaskStatus.CLAIMED, destination.retry().maxAttempts(), row.lastError());
        long now = System.nanoTime();
        return new PendingOutcome(row.id(), row.taskId(), row.name(), destination, row.version(), row.attempts(), false,
                TaskStatus.DEAD, Duration.ZERO, now, now, reason);
    }

    private static PendingOutcome of(TaskInHand task, TaskStatus status, Duration wait, String reason) {
        return new PendingOutcome(task.id(), task.taskId(), task.name(), task.destination(), task.version(),
                task.attempt(), !task.claimed(), status, wait, System.nanoTime(), task.origin().acceptedAt(), reason);
    }

    long id() {
        return id;
    }

    String taskId() {
        return taskId;
    }

    TaskStatus status() {
        return status;
    }

    /** The wait counts from the attempt's end, however long the outcome waited to be written. */
    RowOutcome toRow() {
        long left = Math.max(0, wait.toNanos() - (System.nanoTime() - endedAt));
        return new RowOutcome(id, taskId, version, status, countAttempt, Duration.ofNanos(left), reason);
    }

    /** @return what to tell observers once it is written, or {@code null} */
    Object event() {
        return switch (status) {
            case SUCCEEDED -> new TaskSucceeded(taskId, name, destination.name(), attempts);
            case FAILED -> new TaskFailed(taskId, name, destination.name(), attempts, reason, wait);
            case DEAD -> new TaskDead(taskId, name, destination.name(), attempts, reason);
            default -> null;
        };
    }

    /** It is written. */
    void tell(DeliveryListener listener) {
        if (status == TaskStatus.SUCCEEDED) {
            listener.delivered(destination, Math.max(0, endedAt - acceptedAt));
        } else if (status == TaskStatus.DEAD) {
            listener.dead(destination);
        }
    }

    /** Of two outcomes of one row: the success, else that of the later claim. */
    boolean outranks(PendingOutcome other) {
        return other.status != TaskStatus.SUCCEEDED && (status == TaskStatus.SUCCEEDED || version > other.version);
    }

    /** @return whether this is the first time */
    boolean finish() {
        boolean first = !finished;
        finished = true;
        return first;
    }

    /** The database refuses the text: the outcome matters more than its reason. */
    void dropReason() {
        reason = "(the reason could not be stored)";
    }

    /** Locked: look again later, at growing distances up to 2 s. */
    void postpone() {
        nextTry = System.nanoTime() + Duration.ofMillis(Math.min(2_000, 100L << Math.min(tries, 5))).toNanos();
        tries++;
    }

    long nextTry() {
        return nextTry;
    }

    @Override
    public String toString() {
        return "task '" + taskId + "' (" + name + ") to destination '" + destination.name() + "'";
    }

    String describeDead() {
        return "The " + this + " is dead after " + attempts + (attempts == 1 ? " attempt: " : " attempts: ") + reason;
    }
}
