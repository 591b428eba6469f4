package io.quarkiverse.localtask.runtime.delivery;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How many attempts a destination that works gets at the same time. It begins with {@value #START}, and grows, as long as all
 * are used and answers take no longer than when there were fewer, up to the destination's concurrency. It shrinks when answers
 * take much longer, since then they only wait in the destination's queue instead of ours, and when many attempts fail.
 * <p>
 * It is judged by windows, each about as many answers as there may be attempts under way. What an answer takes at best is
 * looked
 * for again now and then, with few attempts, since a partner can become slower.
 */
final class InFlightLimit {

    static final int START = 64;
    /** Failures alone do not make it less: some messages may fail while others do not. */
    static final int FEWEST = 16;
    private static final int SMALLEST_WINDOW = 32;
    private static final double GROWTH = 1.25;
    private static final double SHRINKAGE = 0.9;
    private static final double SHRINKAGE_BY_FAILURES = 0.7;
    private static final long NO_LONGER = Duration.ofMillis(1).toNanos();
    private static final long MUCH_LONGER = Duration.ofMillis(5).toNanos();
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

    private final int most;
    private final LongSupplier clock;
    private volatile int value;
    private volatile double perNano;
    private long best = Long.MAX_VALUE;
    private long bestSince;
    private boolean lookingAgain;

    private long windowStart;
    private int answers;
    private int failures;
    private long sum;
    private boolean used;

    /**
     * @param most the destination's concurrency
     * @param clock nanoseconds, monotonic
     */
    InFlightLimit(int most, LongSupplier clock) {
        this.most = most;
        this.clock = clock;
        value = Math.min(START, most);
        windowStart = clock.getAsLong();
        bestSince = windowStart;
    }

    int value() {
        return value;
    }

    /** @return how many attempts end within a time, as things went last */
    int endIn(Duration time) {
        return (int) Math.min(Integer.MAX_VALUE, perNano * time.toNanos());
    }

    /**
     * An attempt was answered.
     *
     * @param nanos how long it took
     * @param inFlight how many were under way, this one included
     * @return whether there may be more from now on than before
     */
    synchronized boolean answered(long nanos, int inFlight) {
        answers++;
        sum += nanos;
        used |= inFlight >= value;
        return endWindow();
    }

    /** An attempt got no answer. */
    synchronized void failed() {
        failures++;
        endWindow();
    }

    private boolean endWindow() {
        if (answers + failures < Math.max(value, SMALLEST_WINDOW)) {
            return false;
        }
        int before = value;
        long now = clock.getAsLong();
        perNano = (double) (answers + failures) / Math.max(1, now - windowStart);
        judge(now);
        windowStart = now;
        answers = 0;
        failures = 0;
        sum = 0;
        used = false;
        return value > before;
    }

    private void judge(long now) {
        if (failures * 4 >= answers + failures) {
            value = Math.max(Math.min(FEWEST, most), (int) (value * SHRINKAGE_BY_FAILURES));
            return;
        }
        if (lookingAgain) {
            // its answers are still those of the many attempts of before
            lookingAgain = false;
            return;
        }
        long mean = sum / answers;
        best = Math.min(best, mean);
        if (!used) {
            return;
        }
        int start = Math.min(START, most);
        if (value < start || mean <= best + best / 2 + NO_LONGER) {
            value = Math.min(most, (int) Math.ceil(value * GROWTH));
        } else if (mean > 2 * best + MUCH_LONGER) {
            value = Math.max(start, (int) (value * SHRINKAGE));
        }
        if (now - bestSince > LOOK_AGAIN.toNanos()) {
            bestSince = now;
            best = Long.MAX_VALUE;
            lookingAgain = value > start;
            value = Math.min(value, start);
        }
    }
}
