package io.quarkiverse.localtask.it.benchmark;

/**
 * An outbox under test. It delivers each message once by HTTP POST to {@link Settings#receiver()}, with
 * {@link Message#body(int)} as its body.
 */
public interface Contender extends AutoCloseable {

    /**
     * One business transaction: a row in {@code business} and the message; both are committed when this returns.
     *
     * @param n the message's number; what is sent is {@link Message#body(int)}
     */
    void transaction(int n) throws Exception;

    /**
     * Stores messages that wait, in favour of the contender: many in one transaction. None is sent before {@link #deliver()}.
     *
     * @param from the first one's number
     * @param to the last one's number, and one more
     */
    default void store(int from, int to) throws Exception {
        throw new UnsupportedOperationException(getClass().getSimpleName() + " stores nothing ahead");
    }

    /** Delivery is on from now on. */
    void deliver() throws Exception;

    /**
     * What a monitor and an operator ask for while a destination is paused: the age of the oldest task, and a page of dead
     * tasks.
     *
     * @return the milliseconds that the page took
     */
    default double look() {
        throw new UnsupportedOperationException(getClass().getSimpleName() + " shows nothing");
    }

    /** How it is set up, for the report. */
    String settings();

    /** Ends delivery; what waits stays. */
    @Override
    void close() throws Exception;
}
