package io.quarkiverse.localtask.runtime.delivery;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How many attempts a destination that works gets at the same time. Where that is not given, it begins with {@value #START},
 * and grows, as long as all
 * are used, answers take no longer than when there were fewer, and more come for it, up to the destination's concurrency. It
 * shrinks when answers take much longer, since then they only wait in the destination's queue instead of ours, and when many
 * attempts fail.
 * <p>
 * It is judged by windows, each some answers for every attempt that may be under way. What an answer takes at best is
 * looked
 * for again now and then, with few attempts, since a partner can become slower.
 */
final class InFlightLimit {

    static final int START = 64;
    /** Failures alone do not make it less: some messages may fail while others do not. */
    static final int FEWEST = 16;
    private static final int SMALLEST_WINDOW = 32;
    private static final int ANSWERS_PER_SLOT = 2;
    /** As long as nothing spoke against it. */
    private static final double FIRST_GROWTH = 2;
    private static final double GROWTH = 1.25;
    /** So much more must come of a growth, or it was for nothing. */
    private static final double GAIN = 1.05;
    private static final int WINDOWS_UNTIL_NEXT_TRY = 16;
    private static final double SHRINKAGE = 0.9;
    private static final double SHRINKAGE_BY_FAILURES = 0.7;
    private static final long NO_LONGER = Duration.ofMillis(1).toNanos();
    private static final long MUCH_LONGER = Duration.ofMillis(5).toNanos();
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

    private final int most;
    private final boolean adaptive;
    private final LongSupplier clock;
    private volatile int value;
    private volatile double perNano;
    private long best = Long.MAX_VALUE;
    private long bestSince;
    private boolean lookingAgain;
    private double growth = FIRST_GROWTH;
    private int valueBefore;
    private double perNanoBefore;
    private int windowsToWait;

    private long windowStart;
    private int answers;
    private int failures;
    private long sum;
    private boolean used;

    /**
     * @param most the destination's concurrency
     * @param adaptive whether it may be less
     * @param clock nanoseconds, monotonic
     */
    InFlightLimit(int most, boolean adaptive, LongSupplier clock) {
        this.most = most;
        this.adaptive = adaptive;
        this.clock = clock;
        value = adaptive ? Math.min(START, most) : most;
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
        if (answers + failures < Math.max(ANSWERS_PER_SLOT * value, SMALLEST_WINDOW)) {
            return false;
        }
        int before = value;
        long now = clock.getAsLong();
        perNano = (double) (answers + failures) / Math.max(1, now - windowStart);
        if (adaptive) {
            judge(now);
        }
        windowStart = now;
        answers = 0;
        failures = 0;
        sum = 0;
        used = false;
        return value > before;
    }

    private void judge(long now) {
        if (failures * 4 >= answers + failures) {
            growth = GROWTH;
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
        int grownFrom = valueBefore;
        valueBefore = 0;
        windowsToWait = Math.max(0, windowsToWait - 1);
        if (!used) {
            return;
        }
        int start = Math.min(START, most);
        if (mean > 2 * best + MUCH_LONGER) {
            growth = GROWTH;
            value = Math.max(Math.min(value, start), (int) (value * SHRINKAGE));
        } else if (grownFrom > 0 && perNano < perNanoBefore * GAIN) {
            growth = GROWTH;
            value = grownFrom;
            windowsToWait = WINDOWS_UNTIL_NEXT_TRY;
        } else if (windowsToWait == 0 && value < most && (value < start || mean <= best + best / 2 + NO_LONGER)) {
            valueBefore = value;
            perNanoBefore = perNano;
            value = Math.min(most, (int) Math.ceil(value * growth));
        }
        if (now - bestSince > LOOK_AGAIN.toNanos()) {
            bestSince = now;
            best = Long.MAX_VALUE;
            growth = FIRST_GROWTH;
            lookingAgain = value > start;
            value = Math.min(value, start);
            valueBefore = 0;
        }
    }
}
