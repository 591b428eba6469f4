package io.quarkiverse.localtask.it.faults.stage;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Bounded waiting. */
public final class Await {

    private static final Duration POLL = Duration.ofMillis(25);

    private Await() {
    }

    /** Waits until it is true. Errors of the question count as no. */
    public static void until(String what, Duration atMost, Callable<Boolean> question) {
        value(what, atMost, () -> Boolean.TRUE.equals(question.call()) ? Boolean.TRUE : null);
    }

    /**
     * @return the first value that is not {@code null}
     * @throws ScenarioFailure if there is none in time
     */
    public static <T> T value(String what, Duration atMost, Callable<T> question) {
        long end = System.nanoTime() + atMost.toNanos();
        Exception last = null;
        while (true) {
            try {
                T value = question.call();
                if (value != null) {
                    return value;
                }
                last = null;
            } catch (ScenarioFailure | IllegalStateException e) {
                throw e;
            } catch (Exception e) {
                last = e;
            }
            if (System.nanoTime() - end > 0) {
                throw new ScenarioFailure("Not within " + atMost + ": " + what + (last == null ? "" : " (" + last + ")"));
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    /** A fault lasts that long. */
    public static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left; (left = end - System.nanoTime()) > 0;) {
            LockSupport.parkNanos(left);
        }
    }
}
