package io.quarkiverse.localtask.runtime.compensation;

import java.util.Arrays;
import java.util.List;

import io.quarkiverse.localtask.runtime.store.TaskStore.FreshHead;

/**
 * Where the first fresh row of each house is looked for: not before the one that was found last, so that a look does not step
 * over the dead index entries of all that was sent since. Now and then it begins at the smallest id again, since ids are given
 * before commit and a lower one can appear late. Not thread-safe.
 */
final class FreshHeads {

    /** At one look every ten seconds, five minutes; the shards' own laps have cleared most of the way by then. */
    static final int LOOKS_OF_A_LAP = 30;

    private final long[] from;
    private int looks;

    FreshHeads(int houses) {
        from = new long[houses];
    }

    /** @return by house number, where the next look begins */
    long[] from() {
        return from.clone();
    }

    /** What it found: of a house that is not among them nothing waits up to the largest id seen anywhere. */
    void seen(List<FreshHead> heads) {
        if (++looks == LOOKS_OF_A_LAP) {
            looks = 0;
            Arrays.fill(from, 0);
            return;
        }
        long largest = heads.stream().mapToLong(FreshHead::id).max().orElse(0);
        for (int house = 0; house < from.length; house++) {
            from[house] = Math.max(from[house], largest);
        }
        heads.forEach(head -> from[head.house()] = head.id());
    }
}
