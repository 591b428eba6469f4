package io.quarkiverse.localtask.it.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Runs business transactions from {@link Settings#PRODUCERS} threads, and remembers when each began and was committed. */
final class Producers {

    private final Contender contender;
    private long[] begun = {};
    private long[] committed = {};

    Producers(Contender contender) {
        this.contender = contender;
    }

    /**
     * @param rate transactions a second, or 0: as fast as they go
     * @return nanoseconds from the first one's begin to the last one's commit
     */
    long run(int count, int rate) throws ExecutionException, InterruptedException {
        begun = new long[count];
        committed = new long[count];
        AtomicInteger next = new AtomicInteger();
        long start = System.nanoTime();
        Callable<Void> producer = () -> {
            for (int n = next.getAndIncrement(); n < count; n = next.getAndIncrement()) {
                if (rate > 0) {
                    waitUntil(start + n * 1_000_000_000L / rate);
                }
                begun[n] = System.nanoTime();
                contender.transaction(n);
                committed[n] = System.nanoTime();
            }
            return null;
        };
        ExecutorService threads = Executors.newFixedThreadPool(Settings.PRODUCERS);
        try {
            List<Future<Void>> ends = new ArrayList<>();
            for (int i = 0; i < Settings.PRODUCERS; i++) {
                ends.add(threads.submit(producer));
            }
            for (Future<Void> end : ends) {
                end.get();
            }
        } finally {
            threads.shutdownNow();
        }
        return System.nanoTime() - start;
    }

    private static void waitUntil(long time) {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** @return by number, when its transaction began ({@link System#nanoTime()}) */
    long[] begun() {
        return begun;
    }

    /** @return by number, when its commit had returned */
    long[] committed() {
        return committed;
    }
}
