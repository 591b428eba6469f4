package io.quarkiverse.localtask.runtime.channel.mq;

import io.vertx.core.impl.NoStackTraceThrowable;

/** Why a publish failed, by the kind of exception: its message may hold what is secret, or a piece of the payload. */
final class PublishFailure {

    private PublishFailure() {
    }

    static String reason(Throwable failure) {
        if (failure instanceof ConfirmedTooEarly) {
            return "sent, but the client does not know whether the broker has confirmed it";
        }
        if (failure instanceof NoStackTraceThrowable) {
            // how the client says it; it has no other failure of this kind once a message is on its way
            return "refused by the broker (nack)";
        }
        if (failure instanceof IllegalStateException) {
            return "not sent: the messaging channel takes no more (" + failure.getClass().getSimpleName() + ")";
        }
        return "not sent: " + failure.getClass().getSimpleName();
    }

    /** The confirm may have been another message's, and one of its own has not come. */
    static final class ConfirmedTooEarly extends RuntimeException {

        private static final long serialVersionUID = 1L;

        ConfirmedTooEarly() {
            super(null, null, false, false);
        }
    }
}
