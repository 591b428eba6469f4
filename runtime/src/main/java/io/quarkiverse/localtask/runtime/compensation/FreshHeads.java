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
    private long largestBefore;

    FreshHeads(int houses) {
        from = new long[houses];
    }

    /** @return by house number, where the next look begins */
    long[] from() {
        return from.clone();
    }

    /**
     * What it found. Of a house that is not among them nothing waits up to the largest id that the look before it has seen
     * anywhere: of this one not, as some databases are asked house by house.
     */
    void seen(List<FreshHead> heads) {
        if (++looks == LOOKS_OF_A_LAP) {
            looks = 0;
            // not the old one: ids may have begun anew
            largestBefore = heads.stream().mapToLong(FreshHead::id).max().orElse(0);
            Arrays.fill(from, 0);
            return;
        }
        for (int house = 0; house < from.length; house++) {
            from[house] = Math.max(from[house], largestBefore);
        }
        for (FreshHead head : heads) {
            from[head.house()] = head.id();
            largestBefore = Math.max(largestBefore, head.id());
        }
    }
}
