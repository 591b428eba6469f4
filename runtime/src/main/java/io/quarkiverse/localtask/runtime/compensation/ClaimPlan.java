package io.quarkiverse.localtask.runtime.compensation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongPredicate;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.store.Candidate;

/**
 * Sorts candidates that are due: those to claim, for destinations that have room; those that have used up their attempts; and
 * those
 * that nobody here can send now.
 */
final class ClaimPlan {

    private final Set<String> withRoom;
    private final Function<String, Destination> destinations;
    private final LongPredicate outcomePending;
    private final List<Candidate> wanted = new ArrayList<>();
    private final List<Candidate> exhausted = new ArrayList<>();
    private final List<Candidate> unwanted = new ArrayList<>();
    private final List<Candidate> uncountable = new ArrayList<>();

    /**
     * @param withRoom destinations that have room
     * @param destinations finds a destination this instance knows, or {@code null}
     * @param outcomePending whether an outcome for the row waits here to be written: the row is left alone
     */
    ClaimPlan(Set<String> withRoom, Function<String, Destination> destinations, LongPredicate outcomePending) {
        this.withRoom = withRoom;
        this.destinations = destinations;
        this.outcomePending = outcomePending;
    }

    ClaimPlan consider(List<Candidate> rows) {
        rows.forEach(this::consider);
        return this;
    }

    private void consider(Candidate row) {
        if (!row.due() || outcomePending.test(row.id())) {
            return;
        }
        if (row.version() == Integer.MAX_VALUE || row.attempts() == Integer.MAX_VALUE) {
            // a statement that counts it up fails, with all other rows in it
            uncountable.add(row);
            return;
        }
        Destination destination = destinations.apply(row.destination());
        if (destination == null) {
            unwanted.add(row);
        } else if (destination.retry().isExhausted(row.attempts())) {
            exhausted.add(row);
        } else if (withRoom.contains(row.destination())) {
            wanted.add(row);
        } else {
            unwanted.add(row);
        }
    }

    List<Candidate> wanted() {
        return wanted;
    }

    List<Candidate> exhausted() {
        return exhausted;
    }

    List<Candidate> unwanted() {
        return unwanted;
    }

    List<Candidate> uncountable() {
        return uncountable;
    }
}
