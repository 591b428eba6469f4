package io.quarkiverse.localtask.spi;

import java.time.Duration;
import java.util.Objects;

/** How an attempt ended. Success means that the receiver has the message; everything else is recorded with its reason. */
public sealed interface Outcome {

    /**
     * The receiver has the message.
     *
     * @param detail what the receiver answered, for traces; or {@code null}. It is not stored.
     */
    record Succeeded(String detail) implements Outcome {
        private static final Succeeded INSTANCE = new Succeeded(null);
    }

    /**
     * The attempt failed; the task is tried again.
     *
     * @param reason why, for people; without payload or secrets. Cut to the width of the column.
     * @param notBefore how long to wait at least, or {@code null}: by the destination's backoff alone. Longer than
     *        {@code retry.max-delay} is clamped to it.
     * @param answered whether the destination works and did not take this one message. Many failures in a row without an answer
     *        count as a destination that is down: then it gets one attempt now and then, and the other tasks wait.
     */
    record Failed(String reason, Duration notBefore, boolean answered) implements Outcome {
        public Failed {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * The receiver will never take the message; the task is dead at once.
     *
     * @param reason why, for people; without payload or secrets
     */
    record Rejected(String reason) implements Outcome {
        public Rejected {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** @return the receiver has it */
    static Outcome succeeded() {
        return Succeeded.INSTANCE;
    }

    /**
     * @param detail what the receiver answered, for traces
     * @return the receiver has it
     */
    static Outcome succeeded(String detail) {
        return new Succeeded(detail);
    }

    /**
     * @param reason why
     * @return try again, by the destination's backoff
     */
    static Outcome failed(String reason) {
        return new Failed(reason, null, false);
    }

    /**
     * @param reason why
     * @param notBefore how long to wait at least
     * @return try again, not before that
     */
    static Outcome failed(String reason, Duration notBefore) {
        return new Failed(reason, notBefore, false);
    }

    /**
     * @param reason why
     * @return try again, by the destination's backoff; the destination works, and other messages may go on
     */
    static Outcome refused(String reason) {
        return new Failed(reason, null, true);
    }

    /**
     * @param reason why
     * @return never again
     */
    static Outcome rejected(String reason) {
        return new Rejected(reason);
    }
}
