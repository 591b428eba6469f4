package io.quarkiverse.localtask.runtime.delivery;

/** One of the places that a destination has for attempts, as the attempt in it sees it. */
interface Slot {

    /** The attempt's time is over, and its call has not returned: it keeps the place. Must not block. */
    void overdue();

    /**
     * The place is free again; called once.
     *
     * @param wasOverdue whether {@link #overdue()} was called
     */
    void free(boolean wasOverdue);
}
