package io.quarkiverse.localtask.spi;

import java.time.Duration;
import java.util.Objects;

/** How an attempt ended. Success means that the receiver has the message; everything else is recorded with its reason. */
public sealed interface Outcome {

    /** The receiver has the message. */
    record Succeeded() implements Outcome {
        private static final Succeeded INSTANCE = new Succeeded();
    }

    /**
     * The attempt failed; the task is tried again.
     *
     * @param reason why, for people; without payload or secrets. Cut to the width of the column.
     * @param notBefore how long to wait at least, or {@code null}: by the destination's backoff alone. Longer than
     *        {@code retry.max-delay} is clamped to it.
     */
    record Failed(String reason, Duration notBefore) implements Outcome {
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
     * @param reason why
     * @return try again, by the destination's backoff
     */
    static Outcome failed(String reason) {
        return new Failed(reason, null);
    }

    /**
     * @param reason why
     * @param notBefore how long to wait at least
     * @return try again, not before that
     */
    static Outcome failed(String reason, Duration notBefore) {
        return new Failed(reason, notBefore);
    }

    /**
     * @param reason why
     * @return never again
     */
    static Outcome rejected(String reason) {
        return new Rejected(reason);
    }
}
