package io.quarkiverse.localtask.runtime.delivery;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How many attempts a destination that works gets at the same time. Where that is not given, it begins with {@value #START} and
 * is found out by trying: more are kept if that many more answers come, up to the destination's concurrency; fewer are kept if
 * hardly fewer answers come, since the others only waited in the destination's queue instead of ours. When many attempts fail,
 * there are fewer at once.
 * <p>
 * Each try lasts for a window, which is some answers for every attempt that may be under way. It begins when all are used: what
 * came before says how many there were to send, and not how fast the destination is.
 */
final class InFlightLimit {

    static final int START = 64;
    /** Failures alone do not make it less: some messages may fail while others do not. */
    static final int FEWEST = 16;
    private static final int ANSWERS_PER_SLOT = 4;
    /** As long as no try was for nothing. */
    private static final double FIRST_GROWTH = 2;
    private static final double GROWTH = 1.25;
    private static final double SHRINKAGE = 0.8;
    private static final double SHRINKAGE_BY_FAILURES = 0.7;
    /** Of what a growth could bring, so much must come of it. */
    private static final double WORTH_IT = 0.6;
    /** So many of the answers must be left after a shrinkage. */
    private static final double HARDLY_FEWER = 0.95;
    /** By so much faster or slower, a destination is not the one in which tries were for nothing. */
    private static final double NOT_THE_SAME = 1.5;
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final int FEWEST_WINDOWS_TO_WAIT = 4;
    private static final int MOST_WINDOWS_TO_WAIT = 256;

    private final int most;
    private final boolean adaptive;
    private final LongSupplier clock;
    private volatile int value;
    private double perNano;

    private double growth = FIRST_GROWTH;
    private int windowsToWait;
    /** The last window while it waits was not like those before the try. */
    private boolean different;
    private int nextWait = FEWEST_WINDOWS_TO_WAIT;
    private boolean shrinkNext;
    /** One hiccup is not the partner's word: on the way up a growth that was for nothing is tried once more. */
    private boolean triedInVain;
    /** What is gone back to if the try is for nothing; 0: none is under way. */
    private int valueBefore;
    private double perNanoBefore;

    private long windowStart;
    private int answers;
    private int failures;
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
        value = adaptive ? start() : most;
        windowStart = clock.getAsLong();
    }

    private int start() {
        return Math.min(START, most);
    }

    int value() {
        return value;
    }

    /** @return how many attempts end within a time, as things went last */
    synchronized int endIn(Duration time) {
        long open = clock.getAsLong() - windowStart;
        // a window that does not end says so too
        double now = open < SOON.toNanos() ? perNano : Math.min(perNano, (double) mayEnd() / open);
        return (int) Math.min(Integer.MAX_VALUE, now * time.toNanos());
    }

    /** Those under way may end any moment; unless none has for a while. */
    private int mayEnd() {
        int ended = answers + failures;
        return ended == 0 ? 0 : ended + value;
    }

    /** The time in which nothing was sent says nothing: a new window begins. Short bursts end none, and change nothing. */
    synchronized void resumes() {
        newWindow(clock.getAsLong());
    }

    private void newWindow(long now) {
        windowStart = now;
        answers = 0;
        failures = 0;
        used = false;
    }

    /**
     * An attempt was answered.
     *
     * @param inFlight how many were under way, this one included
     * @return whether there may be more from now on than before
     */
    synchronized boolean answered(int inFlight) {
        if (!used && inFlight >= value) {
            newWindow(clock.getAsLong());
            used = true;
        }
        answers++;
        return endWindow();
    }

    /** An attempt got no answer. */
    synchronized void failed() {
        failures++;
        endWindow();
    }

    private boolean endWindow() {
        if (answers + failures < ANSWERS_PER_SLOT * value) {
            return false;
        }
        int before = value;
        long now = clock.getAsLong();
        perNano = (double) (answers + failures) / Math.max(1, now - windowStart);
        if (adaptive) {
            judge();
        }
        newWindow(now);
        return value > before;
    }

    private void judge() {
        if (failures * 4 >= answers + failures) {
            valueBefore = 0;
            growth = GROWTH;
            windowsToWait = 0;
            nextWait = FEWEST_WINDOWS_TO_WAIT;
            value = Math.max(Math.min(FEWEST, most), (int) (value * SHRINKAGE_BY_FAILURES));
        } else if (!used) {
            giveUpTry();
        } else if (valueBefore > 0) {
            endTry();
        } else if (windowsToWait > 0 && isTheSame()) {
            windowsToWait--;
        } else {
            tryAnother();
        }
    }

    /** What was not used is not proved. */
    private void giveUpTry() {
        if (valueBefore > 0) {
            value = valueBefore;
            valueBefore = 0;
        }
    }

    /**
     * @return whether it answers about as fast as before the try that was for nothing, or is different for the first time,
     *         which
     *         may be a hiccup; otherwise all is open again
     */
    private boolean isTheSame() {
        if (perNano < perNanoBefore * NOT_THE_SAME && perNano > perNanoBefore / NOT_THE_SAME) {
            different = false;
            return true;
        }
        if (!different) {
            different = true;
            return true;
        }
        different = false;
        growth = FIRST_GROWTH;
        windowsToWait = 0;
        nextWait = FEWEST_WINDOWS_TO_WAIT;
        triedInVain = false;
        return false;
    }

    private void endTry() {
        double factor = (double) value / valueBefore;
        boolean kept = value > valueBefore ? perNano >= perNanoBefore * (1 + WORTH_IT * (factor - 1))
                : perNano >= perNanoBefore * HARDLY_FEWER;
        if (kept) {
            nextWait = FEWEST_WINDOWS_TO_WAIT;
            valueBefore = 0;
            shrinkNext = factor < 1;
            triedInVain = false;
            tryAnother();
            return;
        }
        value = valueBefore;
        valueBefore = 0;
        if (factor > 1 && growth == FIRST_GROWTH && !triedInVain) {
            triedInVain = true;
            return;
        }
        growth = GROWTH;
        windowsToWait = nextWait;
        nextWait = Math.min(MOST_WINDOWS_TO_WAIT, 2 * nextWait);
        shrinkNext = factor > 1;
    }

    private void tryAnother() {
        boolean shrink = value > start() && (shrinkNext || value == most);
        int next = shrink ? Math.max(start(), (int) (value * SHRINKAGE))
                : Math.min(most, (int) Math.ceil(value * growth));
        shrinkNext = false;
        if (next != value) {
            valueBefore = value;
            perNanoBefore = perNano;
            value = next;
        }
    }
}
