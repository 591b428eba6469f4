package io.quarkiverse.localtask.runtime.compensation;

import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;

import io.quarkus.arc.Arc;
import io.quarkus.arc.ArcContainer;
import io.quarkus.scheduler.ScheduledExecution;

/**
 * What the scheduler calls. The build ({@code ShardsProcessor}) puts two schedules per shard on {@link #tick}; their identity
 * says which shard is meant.
 * A job store remembers class, method and identity, so they are the same in every build.
 */
@Singleton
public class ShardSchedules {

    private static final String PREFIX = "local-task-";

    private final Instance<ShardTicks> ticks;

    ShardSchedules(Instance<ShardTicks> ticks) {
        this.ticks = ticks;
    }

    /**
     * @param shard a shard's name
     * @param kind cron or every
     * @return the identity of one of its schedules
     */
    public static String identity(String shard, String kind) {
        return PREFIX + shard + "-" + kind;
    }

    void tick(ScheduledExecution execution) {
        ArcContainer container = Arc.container();
        if (container != null && container.isRunning() && ticks.isResolvable()) {
            ticks.get().tick(shardOf(execution.getTrigger().getId()));
        }
    }

    static String shardOf(String identity) {
        return identity.substring(PREFIX.length(), identity.lastIndexOf('-'));
    }
}
