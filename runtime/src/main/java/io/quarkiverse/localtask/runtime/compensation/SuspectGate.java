package io.quarkiverse.localtask.runtime.compensation;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import io.quarkiverse.localtask.runtime.store.Candidate;

/**
 * Lets one suspect at a time be under way in this instance. A suspect is a row whose holder vanished with it: perhaps killed by
 * it.
 */
final class SuspectGate {

    private final AtomicBoolean taken = new AtomicBoolean();
    private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();
    private volatile String lastDestination = "";

    /**
     * @param onFree runs, once, when it is free again after it was not; must not block
     * @return whether it was free, and is not any more
     */
    boolean tryEnter(Runnable onFree) {
        if (taken.compareAndSet(false, true)) {
            return true;
        }
        waiting.add(onFree);
        // it may have become free before this was heard of
        if (taken.compareAndSet(false, true)) {
            waiting.remove(onFree);
            return true;
        }
        return false;
    }

    void leave() {
        taken.set(false);
        for (Runnable onFree : Set.copyOf(waiting)) {
            if (waiting.remove(onFree)) {
                onFree.run();
            }
        }
    }

    /** @return what a suspect runs when this instance is done with it */
    Runnable leaving(Candidate suspect, Runnable then) {
        lastDestination = suspect.destination();
        return () -> {
            leave();
            then.run();
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
