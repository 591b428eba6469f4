package io.quarkiverse.localtask.runtime.compensation;

/** What the generated schedules call. */
public interface ShardTicks {

    /**
     * The shard's schedule says: scan. Only wakes the shard's own scanner, so it returns at once; before the engine has
     * started, and
     * after it has stopped, it does nothing.
     *
     * @param shard the shard's name
     */
    void tick(String shard);
}
