package io.quarkiverse.localtask.runtime.compensation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongPredicate;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.store.Candidate;

/**
 * Decides about candidates: which to claim, for destinations this instance knows and as many as they have room for; which have
 * used
 * up their attempts; and which nobody here can send now.
 */
final class ClaimPlan {

    private final Map<String, Integer> free;
    private final Function<String, Destination> destinations;
    private final LongPredicate outcomePending;
    private final List<Candidate> claims = new ArrayList<>();
    private final List<Candidate> exhausted = new ArrayList<>();
    private final List<Candidate> unwanted = new ArrayList<>();

    /**
     * @param free room by destination
     * @param destinations finds a destination this instance knows, or {@code null}
     * @param outcomePending whether an outcome for the row waits here to be written
     */
    ClaimPlan(Map<String, Integer> free, Function<String, Destination> destinations, LongPredicate outcomePending) {
        this.free = new HashMap<>(free);
        this.destinations = destinations;
        this.outcomePending = outcomePending;
    }

    void consider(Candidate row) {
        if (!row.due() || outcomePending.test(row.id())) {
            return;
        }
        Destination destination = destinations.apply(row.destination());
        if (destination == null) {
            unwanted.add(row);
        } else if (destination.retry().isExhausted(row.attempts())) {
            exhausted.add(row);
        } else if (free.merge(row.destination(), -1, Integer::sum) >= 0) {
            claims.add(row);
        } else {
            unwanted.add(row);
        }
    }

    List<Candidate> claims() {
        return claims;
    }

    List<Candidate> exhausted() {
        return exhausted;
    }

    List<Candidate> unwanted() {
        return unwanted;
    }
}
