package io.quarkiverse.localtask.runtime.delivery;

import io.quarkiverse.localtask.spi.Outcome;

/** One of the places that a destination has for attempts, as the attempt in it sees it. */
interface Slot {

    /** How the attempt ended; again, if a success comes after its time was over. Must not block. */
    void learned(Outcome outcome);

    /** The attempt's time is over, and its call has not returned: it keeps the place. Must not block. */
    void overdue();

    /**
     * The place is free again; called once.
     *
     * @param wasOverdue whether {@link #overdue()} was called
     */
    void free(boolean wasOverdue);
}
