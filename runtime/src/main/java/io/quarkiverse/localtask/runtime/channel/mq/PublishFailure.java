package io.quarkiverse.localtask.runtime.channel.mq;

import io.vertx.core.impl.NoStackTraceThrowable;

/** Why a publish failed, by the kind of exception: its message may hold what is secret, or a piece of the payload. */
final class PublishFailure {

    private PublishFailure() {
    }

    static String reason(Throwable failure) {
        if (failure instanceof NoStackTraceThrowable) {
            // how the client says it; it has no other failure of this kind once a message is on its way
            return "refused by the broker (nack)";
        }
        if (failure instanceof IllegalStateException) {
            return "not sent: the messaging channel takes no more (" + failure.getClass().getSimpleName() + ")";
        }
        return "not sent: " + failure.getClass().getSimpleName();
    }
}
