package io.quarkiverse.localtask.runtime.delivery;

import java.time.Duration;
import java.util.Map;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.store.ClaimedTask;
import io.quarkiverse.localtask.runtime.store.NotifyConfig;
import io.quarkiverse.localtask.runtime.store.Payload;

/**
 * A task this instance may send, until its deadline: either a row it has just inserted, which was born leased to it, or one it
 * has
 * claimed.
 *
 * @param id primary key of the row
 * @param taskId the task's id
 * @param name the task's name
 * @param destination where it goes
 * @param payload the bytes to send
 * @param contentType their type
 * @param headers the message's own headers
 * @param target what the message itself says about where it goes
 * @param attempt which attempt the next one is, from 1
 * @param version the fence
 * @param claimed whether a claim has counted the attempt already
 * @param deadline when the row's lease ends, by {@link System#nanoTime()}; counted from before the statement was sent, so that
 *        it
 *        ends here before it ends in the database
 * @param origin when it was accepted, and in which trace
 * @param whenDone runs once, when this instance is done with the task: its outcome is on the way to the table, or it was not
 *        sent
 */
public record TaskInHand(long id, String taskId, String name, Destination destination, byte[] payload, String contentType,
        Map<String, String> headers, Map<String, String> target, int attempt, int version, boolean claimed, long deadline,
        Origin origin, Runnable whenDone) {

    static final Runnable NOTHING = () -> {
    };
    private static final long LONGEST_MARGIN_NANOS = Duration.ofSeconds(2).toNanos();

    /**
     * When an attempt on a row must have ended: before its lease does, with some time to write the outcome.
     *
     * @param start {@link System#nanoTime()} before the statement that gave the lease was sent
     */
    public static long deadline(long start, Duration lease, Duration timeout) {
        long nanos = lease.toNanos();
        return start + nanos - Math.min((nanos - timeout.toNanos()) / 4, LONGEST_MARGIN_NANOS);
    }

    /** A row that was just inserted. */
    public static TaskInHand fresh(long id, String taskId, String name, Destination destination, byte[] payload,
            String contentType, Map<String, String> headers, Map<String, String> target, long deadline,
            Origin origin) {
        return new TaskInHand(id, taskId, name, destination, payload, contentType, headers, target, 1, 0, false, deadline,
                origin, NOTHING);
    }

    /**
     * A row that was claimed.
     *
     * @throws IllegalArgumentException if the row holds what this version cannot read
     */
    public static TaskInHand claimed(ClaimedTask row, Destination destination, long deadline, Runnable whenDone) {
        NotifyConfig config = NotifyConfig.fromColumn(row.notifyConfig());
        return new TaskInHand(row.id(), row.taskId(), row.name(), destination,
                new Payload(row.payload(), config.base64()).bytes(),
                row.contentType(), config.headers(), config.target(), row.attempts(), row.version(), true, deadline,
                origin(row), whenDone);
    }

    /** A claimed row without its content: all that its outcome needs. */
    public static TaskInHand unreadable(ClaimedTask row, Destination destination, Runnable whenDone) {
        return new TaskInHand(row.id(), row.taskId(), row.name(), destination, new byte[0], row.contentType(), Map.of(),
                Map.of(),
                row.attempts(), row.version(), true, 0, origin(row), whenDone);
    }

    private static Origin origin(ClaimedTask row) {
        return new Origin(System.nanoTime() - row.age().toNanos(), row.traceContext());
    }

    /** @return whether an attempt that starts now would end in time */
    boolean canFinishFrom(long now) {
        return deadline - now > destination.timeout().toNanos();
    }

    @Override
    public String toString() {
        return "TaskInHand[" + taskId + " to " + destination.name() + ", attempt " + attempt + "]";
    }
}
