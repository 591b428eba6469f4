package io.quarkiverse.localtask.runtime.compensation;

/** When a shard's next scan is due. Used by one thread at a time. */
interface Pace {

    /** A scan begins now: count the next period from here. */
    void restart();

    /** @return whether the period is over */
    boolean isDue();
}
