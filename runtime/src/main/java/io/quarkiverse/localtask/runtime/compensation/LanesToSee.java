package io.quarkiverse.localtask.runtime.compensation;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a look has not seen to its end yet. A lane that was seen is not asked for again before the next look: while one lane has
 * a backlog, the others cost nothing. Not thread-safe.
 */
final class LanesToSee {

    private final Set<String> retries = new HashSet<>();
    private final Set<String> suspects = new HashSet<>();
    private boolean fresh;

    /** A look begins. */
    void everything(Collection<String> destinations) {
        fresh = true;
        retries.addAll(destinations);
        suspects.addAll(destinations);
    }

    boolean nothing() {
        return !fresh && retries.isEmpty() && suspects.isEmpty();
    }

    boolean fresh() {
        return fresh;
    }

    void freshSeen() {
        fresh = false;
    }

    /** @return those of the destinations whose retries are still to be seen */
    List<String> retriesOf(List<String> destinations) {
        return destinations.stream().filter(retries::contains).toList();
    }

    /** Rows have come into its retry lane. */
    void retries(String destination) {
        retries.add(destination);
    }

    void retriesSeen(String destination) {
        retries.remove(destination);
    }

    /** @return those of the destinations whose suspects are still to be seen */
    List<String> suspectsOf(List<String> destinations) {
        return destinations.stream().filter(suspects::contains).toList();
    }

    void suspects(Collection<String> destinations) {
        suspects.addAll(destinations);
    }

    void suspectsSeen(Collection<String> destinations) {
        suspects.removeAll(destinations);
    }
}
