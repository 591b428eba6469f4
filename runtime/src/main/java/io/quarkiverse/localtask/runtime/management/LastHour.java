package io.quarkiverse.localtask.runtime.management;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Counts of the last hour, in slices of five seconds. */
final class LastHour {

    private static final int SLICES = 720;
    private static final int PER_MINUTE = 12;
    private static final long SLICE = TimeUnit.SECONDS.toNanos(5);

    private final LongSupplier nanoTime;
    private final long start;
    private final int[] delivered = new int[SLICES];
    private final int[] failed = new int[SLICES];
    private long last;

    LastHour(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    synchronized void delivered() {
        delivered[slice()]++;
    }

    synchronized void failed() {
        failed[slice()]++;
    }

    /** Moves on to the present slice; those in between are empty. */
    private int slice() {
        long now = (nanoTime.getAsLong() - start) / SLICE;
        for (long next = Math.max(last + 1, now - SLICES + 1); next <= now; next++) {
            delivered[(int) (next % SLICES)] = 0;
            failed[(int) (next % SLICES)] = 0;
        }
        last = Math.max(last, now);
        return (int) (last % SLICES);
    }

    /** @return by minute, the last one last */
    synchronized int[] deliveredByMinute() {
        return byMinute(delivered);
    }

    /** @return by minute, the last one last */
    synchronized int[] failedByMinute() {
        return byMinute(failed);
    }

    private int[] byMinute(int[] counts) {
        int present = slice();
        int[] minutes = new int[SLICES / PER_MINUTE];
        Arrays.setAll(minutes, minute -> {
            int sum = 0;
            int oldest = present + 1 + minute * PER_MINUTE;
            for (int i = 0; i < PER_MINUTE; i++) {
                sum += counts[(oldest + i) % SLICES];
            }
            return sum;
        });
        return minutes;
    }
}
