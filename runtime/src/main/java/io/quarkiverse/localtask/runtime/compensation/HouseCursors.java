package io.quarkiverse.localtask.runtime.compensation;

import java.util.HashMap;
import java.util.HashSet;
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
 * <em>position</em> is that of the pass under way and goes on behind rows that are locked. A house of which nothing stayed is
 * done up
 * to the largest id seen anywhere: ids are given in one order for all houses.
 */
final class HouseCursors {

    private final Map<Integer, Long> hints = new HashMap<>();
    private final Map<Integer, Long> positions = new HashMap<>();
    private final Set<Integer> stayed = new HashSet<>();
    private long largest;

    /** A full lap: forget the hints. */
    void startLap() {
        hints.clear();
    }

    /** A pass: every house from its hint. */
    void startPass() {
        positions.clear();
        stayed.clear();
    }

    /** @return the id after which the next statement looks */
    long after(int house) {
        return positions.getOrDefault(house, hints.getOrDefault(house, 0L));
    }

    /**
     * @param house the house
     * @param rows what the statement saw of it, in id order, not empty
     * @param gone ids of those rows that left the lane: claimed, buried or moved
     */
    void advance(int house, List<Candidate> rows, Set<Long> gone) {
        for (Candidate row : rows) {
            largest = Math.max(largest, row.id());
            positions.put(house, row.id());
            if (!stayed.contains(house)) {
                if (gone.contains(row.id())) {
                    hints.put(house, row.id());
                } else {
                    hints.put(house, row.id() - 1);
                    stayed.add(house);
                }
            }
        }
    }

    /** The pass has read this house to its end. */
    void finished(int house) {
        if (!stayed.contains(house)) {
            hints.merge(house, largest, Math::max);
        }
    }
}
