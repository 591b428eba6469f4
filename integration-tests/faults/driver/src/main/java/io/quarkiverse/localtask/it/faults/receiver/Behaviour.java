package io.quarkiverse.localtask.it.faults.receiver;

import io.vertx.core.http.HttpServerRequest;

/**
 * How a destination answers; told to the receiver as {@code POST /-/behave?destination=d0&mode=STATUS&status=503}.
 *
 * @param mode what it does
 * @param status what it answers with, where it answers
 * @param delayMillis how long it waits before that
 * @param retryAfter the header of that name, or {@code null}
 * @param location the header of that name, or {@code null}
 * @param times {@code 0}: always; else so many first requests of each task, and those after them are answered with 200
 */
record Behaviour(Mode mode, int status, long delayMillis, String retryAfter, String location, int times) {

    static final Behaviour WELL = new Behaviour(Mode.STATUS, 200, 0, null, null, 0);

    enum Mode {
        /** An answer. */
        STATUS,
        /** No answer, and the connection stays open. */
        NEVER,
        /** One byte of the body a second. */
        TRICKLE,
        /** A body of 1 GB. */
        HUGE,
        /** The connection is closed after the request. */
        CLOSE,
        /** The connection is closed in the middle of the answer's body. */
        CLOSE_IN_THE_BODY,
        /** An answer, and then the connection is closed without a word about it. */
        CLOSE_AFTER
    }

    static Behaviour of(HttpServerRequest request) {
        return new Behaviour(Mode.valueOf(request.getParam("mode", "STATUS")),
                Integer.parseInt(request.getParam("status", "200")), Long.parseLong(request.getParam("delay", "0")),
                request.getParam("retry-after"), request.getParam("location"),
                Integer.parseInt(request.getParam("times", "0")));
    }

    /** @return what the ledger notes as the answer */
    int noted() {
        return mode == Mode.NEVER || mode == Mode.CLOSE ? 0 : status;
    }
}
