package io.quarkiverse.localtask.runtime.compensation;

import java.sql.SQLException;
import java.time.Duration;

/**
 * The scan loop of one shard, on a thread named after it. A tick of its schedule wakes it; it then works until nothing is due.
 * When
 * destinations are full it waits for room instead of for the next tick.
 */
final class ShardScanner extends Worker {

    /** A tick is what wakes it; this only bounds a lost signal. */
    private static final Duration LONGEST_IDLE = Duration.ofHours(1);

    private final ShardScan scan;
    private final Readiness readiness;
    private volatile boolean ticked;
    private volatile boolean waitsForRoom;

    ShardScanner(String shard, ShardScan scan, Readiness readiness) {
        super("scan of shard '" + shard + "'", "local-task-shard-" + shard, LONGEST_IDLE);
        this.scan = scan;
        this.readiness = readiness;
    }

    /** Its schedule says: look. */
    void tick() {
        ticked = true;
        wake();
    }

    /** A destination has room again: go on if the last look ended for lack of it. */
    void room() {
        if (waitsForRoom) {
            wake();
        }
    }

    @Override
    boolean work() throws SQLException {
        if (!ticked && !waitsForRoom) {
            return false;
        }
        ticked = false;
        if (!readiness.isReady()) {
            return false;
        }
        // set before the look, so that room made meanwhile is not missed
        waitsForRoom = true;
        boolean all = scan.everyDestinationHasRoom();
        int moved = scan.pass(this::tick);
        if (moved == 0 && all) {
            waitsForRoom = false;
        }
        return moved > 0;
    }
}
