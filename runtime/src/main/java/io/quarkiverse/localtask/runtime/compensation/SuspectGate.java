package io.quarkiverse.localtask.runtime.compensation;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.quarkiverse.localtask.runtime.store.Candidate;

/**
 * Lets one suspect at a time be under way in this instance. A suspect is a row whose holder vanished with it: perhaps killed by
 * it.
 */
final class SuspectGate {

    private final AtomicBoolean taken = new AtomicBoolean();
    private volatile String lastDestination = "";

    boolean tryEnter() {
        return taken.compareAndSet(false, true);
    }

    void leave() {
        taken.set(false);
    }

    /** @return what a suspect runs when this instance is done with it; a late second outcome must not open the gate again */
    Runnable leaveOnce(Candidate suspect, Runnable then) {
        lastDestination = suspect.destination();
        AtomicBoolean left = new AtomicBoolean();
        return () -> {
            if (left.compareAndSet(false, true)) {
                leave();
                then.run();
            }
        };
    }

    /**
     * Not the destination of the last one first: a dead destination's suspects, one time-out each, must not come all before.
     */
    List<Candidate> inTurn(List<Candidate> rows) {
        return rows.stream().sorted(Comparator.comparing((Candidate row) -> row.destination().equals(lastDestination)))
                .toList();
    }
}
