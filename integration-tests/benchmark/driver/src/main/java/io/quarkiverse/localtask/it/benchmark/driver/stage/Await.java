package io.quarkiverse.localtask.it.benchmark.driver.stage;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Bounded waiting. */
public final class Await {

    private Await() {
    }

    /** @return what the supplier gives once it is not {@code null} */
    public static <T> T value(String what, Duration atMost, Supplier<T> supplier) {
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            T value = supplier.get();
            if (value != null) {
                return value;
            }
            if (end - System.nanoTime() < 0) {
                throw new IllegalStateException("Not within " + atMost.toSeconds() + " s: " + what);
            }
            pause(10);
        }
    }

    /** @return whether it became true in time */
    public static boolean until(Duration atMost, BooleanSupplier condition) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (end - System.nanoTime() < 0) {
                return false;
            }
            pause(10);
        }
        return true;
    }

    /** The time that something takes is part of what is measured. */
    public static void pause(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
