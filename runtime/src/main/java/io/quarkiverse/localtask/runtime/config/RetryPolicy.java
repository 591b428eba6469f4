package io.quarkiverse.localtask.runtime.config;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * When a failed task is tried again: exponential backoff with jitter, and an end.
 *
 * @param maxAttempts attempts before the task is dead; 0: for ever
 * @param initialDelay wait after the first failure
 * @param multiplier growth per failure, at least 1
 * @param maxDelay longest wait, jitter included
 * @param jitter random share of the wait, 0 to 1
 */
public record RetryPolicy(int maxAttempts, Duration initialDelay, double multiplier, Duration maxDelay, double jitter) {

    /** @return whether a task with so many counted attempts gets no further one */
    public boolean isExhausted(int attempts) {
        return maxAttempts > 0 && attempts >= maxAttempts;
    }

    /**
     * @param attempts attempts counted so far, at least 1
     * @param random gives numbers from 0 to 1
     * @return the wait before the next attempt
     */
    public Duration delayAfter(int attempts, DoubleSupplier random) {
        double grown = initialDelay.toNanos() * Math.pow(multiplier, Math.max(0, attempts - 1));
        double capped = Math.min(grown, maxDelay.toNanos());
        double spread = 1 + jitter * (2 * random.getAsDouble() - 1);
        return Duration.ofNanos((long) Math.min(capped * spread, maxDelay.toNanos()));
    }

    /**
     * @param attempts attempts counted so far, at least 1
     * @param notBefore what the receiver asked for, or {@code null}
     * @param random gives numbers from 0 to 1
     * @return the longer of backoff and wish, the wish clamped to {@link #maxDelay}
     */
    public Duration delayAfter(int attempts, Duration notBefore, DoubleSupplier random) {
        Duration backoff = delayAfter(attempts, random);
        if (notBefore == null) {
            return backoff;
        }
        Duration clamped = notBefore.compareTo(maxDelay) > 0 ? maxDelay : notBefore;
        return clamped.compareTo(backoff) > 0 ? clamped : backoff;
    }
}
