package io.quarkiverse.localtask.runtime.compensation;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.quarkiverse.localtask.runtime.compensation.ShardScan.Result;
import io.quarkiverse.localtask.runtime.delivery.Dispatcher;
import io.quarkiverse.localtask.runtime.delivery.OutcomeWriter;

/**
 * One round over all shards by hand, on the thread that asks for it, beside the shards' own scans: what both want, one of them
 * gets. For tests of applications.
 */
public final class ManualRound {

    /** Rows that stay locked that often are left to the next round. */
    private static final int MAX_CONTENTIONS = 20;
    private static final long PAUSE_MILLIS = 10;

    private final List<ShardScan> shards;
    private final Dispatcher dispatcher;
    private final OutcomeWriter outcomes;

    ManualRound(List<ShardScan> shards, Dispatcher dispatcher, OutcomeWriter outcomes) {
        this.shards = shards;
        this.dispatcher = dispatcher;
        this.outcomes = outcomes;
    }

    /**
     * Claims every row that is due once, and waits until the attempts are over and their outcomes written.
     *
     * @param deadline by {@link System#nanoTime()}
     * @return whether it came to its end before the deadline
     */
    public boolean run(long deadline) throws SQLException, InterruptedException {
        int contentions = 0;
        while (true) {
            // asked before the look: the end of what is under way may make room, or let the next suspect in
            boolean busy = !dispatcher.isIdle() || !outcomes.isIdle();
            dispatcher.forgive();
            Result result = pass();
            if (result.moved() == 0) {
                boolean over = result.contended() ? contentions++ >= MAX_CONTENTIONS
                        : shards.stream().noneMatch(ShardScan::hasMoreToSee);
                if (!busy && over) {
                    return true;
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
            if (deadline - System.nanoTime() <= 0) {
                return false;
            }
        }
    }

    private Result pass() throws SQLException {
        Result result = Result.NOTHING;
        for (ShardScan shard : shards) {
            shard.startLook();
            result = result.and(shard.pass(() -> {
            }));
        }
        return result;
    }
}
