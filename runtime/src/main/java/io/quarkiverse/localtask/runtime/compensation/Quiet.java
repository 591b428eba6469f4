package io.quarkiverse.localtask.runtime.compensation;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * While a suspect is sent, nothing else that was claimed here is under way: were the suspect to end the process, each of the
 * others
 * would lose an attempt that a claim has counted and nobody has made.
 * <p>
 * That is had where it is cheap. A quiet waits for what is under way, and claims wait for its end, for half a second at most;
 * and after the first five seconds of an instance's life that were spent so, for a twentieth of the time.
 */
final class Quiet {

    private static final long AT_MOST = Duration.ofMillis(500).toNanos();
    private static final long ALLOWANCE = Duration.ofSeconds(5).toNanos();
    /** So many times what was spent has to pass until it is there to be spent again. */
    private static final int RETURNS_AFTER = 20;

    private final LongSupplier nanoTime;
    /** Tasks that are about to be claimed, or were and are not done with. */
    private int claimed;
    private boolean held;
    private long since;
    private long until;
    private long spent;

    Quiet(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
    }

    /** So many tasks are about to be claimed. Waits while it is quiet. */
    synchronized void claiming(int count) {
        while (isQuiet() && pause()) {
            // until it ends, or its time is over
        }
        claimed += count;
    }

    /** One of them was not claimed, or is done with. */
    synchronized void left() {
        left(1);
    }

    synchronized void left(int count) {
        claimed -= count;
        if (held && claimed == 0) {
            notifyAll();
        }
    }

    /** Waits until nothing is under way. There is one suspect at a time, so nobody else begins one meanwhile. */
    synchronized void begin() {
        long now = nanoTime.getAsLong();
        spent = Math.max(0, spent - (now - since) / RETURNS_AFTER);
        since = now;
        until = now + Math.min(AT_MOST, ALLOWANCE - spent);
        held = true;
        while (claimed > 0 && isQuiet() && pause()) {
            // until the last one is done with, or the time is over
        }
    }

    synchronized void end() {
        if (held) {
            held = false;
            long now = nanoTime.getAsLong();
            spent += Math.min(now, until) - since;
            since = now;
            notifyAll();
        }
    }

    private boolean isQuiet() {
        return held && until - nanoTime.getAsLong() > 0;
    }

    /** @return whether to look again: not if the thread is to stop */
    private boolean pause() {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, until - nanoTime.getAsLong()));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
