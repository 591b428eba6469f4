package io.quarkiverse.localtask.runtime.compensation;

/** Hears the shards' schedules. A tick only wakes the shard's own scan loop. */
public interface ShardTicks {

    /**
     * Called on a thread of the scheduler: must neither block nor throw, and may come before the scan loops are started or
     * after
     * they are stopped.
     *
     * @param shard the shard's name
     */
    void tick(String shard);
}
