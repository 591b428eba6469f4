package io.quarkiverse.localtask.runtime.compensation;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

import io.quarkiverse.localtask.runtime.store.Candidate;

/**
 * Notices a row that stays the first of its house in the fresh lane without becoming due. Rows are born with ascending ids and
 * due times, so a look ends at the first that is not due; one whose time somebody has set far into the future would hide those
 * behind it until then.
 */
final class LateHeads {

    private final long patienceNanos;
    private final LongSupplier clock;
    private final Map<Integer, Head> heads = new HashMap<>();

    private record Head(long id, long since) {
    }

    /** @param grace for how long a row is born leased */
    LateHeads(Duration grace, LongSupplier clock) {
        // another instance may give a longer one; nothing is lost where such a row is moved
        this.patienceNanos = grace.multipliedBy(2).toNanos();
        this.clock = clock;
    }

    /** @param row the first that a look saw of its house, not due */
    boolean isLate(Candidate row) {
        long now = clock.getAsLong();
        Head head = heads.get(row.house());
        if (head == null || head.id != row.id()) {
            heads.put(row.house(), new Head(row.id(), now));
            return false;
        }
        return now - head.since > patienceNanos;
    }
}
