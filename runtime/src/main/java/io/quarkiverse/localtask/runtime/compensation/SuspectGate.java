package io.quarkiverse.localtask.runtime.compensation;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets one suspect at a time be under way in this instance. A suspect is a row whose holder vanished with it: perhaps killed by
 * it.
 */
final class SuspectGate {

    private final AtomicBoolean taken = new AtomicBoolean();

    boolean tryEnter() {
        return taken.compareAndSet(false, true);
    }

    void leave() {
        taken.set(false);
    }
}
