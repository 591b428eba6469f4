package io.quarkiverse.localtask.runtime.compensation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.quarkiverse.localtask.runtime.store.Candidate;

/**
 * Where the next look at the fresh lane of each house begins. Between laps a look starts behind the rows that are known to be
 * done,
 * so that it does not wade through dead index entries; a lap starts again from the smallest id, since ids are given before
 * commit
 * and a lower one can appear late.
 * <p>
 * Two positions per house: the <em>hint</em> is kept between looks and stops before the first row that stayed; the
 * <em>position</em> is that of the pass under way and goes on behind rows that are locked.
 */
final class HouseCursors {

    private final Map<Integer, Long> hints = new HashMap<>();
    private final Map<Integer, Long> positions = new HashMap<>();

    /** A full lap: forget the hints. */
    void startLap() {
        hints.clear();
    }

    /** A pass: every house from its hint. */
    void startPass() {
        positions.clear();
    }

    /** @return the id after which the next statement looks */
    long after(int house) {
        return positions.getOrDefault(house, hints.getOrDefault(house, 0L));
    }

    /**
     * @param house the house
     * @param rows what the statement saw of it, in id order, not empty
     * @param gone ids of those rows that left the lane: claimed or moved
     */
    void advance(int house, List<Candidate> rows, Set<Long> gone) {
        boolean hintFollows = !positions.containsKey(house) || positions.get(house).equals(hints.getOrDefault(house, 0L));
        for (Candidate row : rows) {
            hintFollows &= gone.contains(row.id());
            if (hintFollows) {
                hints.put(house, row.id());
            }
            positions.put(house, row.id());
        }
    }
}
