package io.quarkiverse.localtask.runtime.channel.http;

/** An ad hoc message must not go where its URL leads. The text says why and what to do; it holds nothing of the URL. */
final class AdHocRefusal extends Exception {

    private static final long serialVersionUID = 1L;

    /** @param reason goes on from "the host of the URL" */
    AdHocRefusal(String reason) {
        super("the host of the URL " + reason, null, false, false);
    }
}
