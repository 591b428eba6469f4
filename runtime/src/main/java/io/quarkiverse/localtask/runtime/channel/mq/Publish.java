package io.quarkiverse.localtask.runtime.channel.mq;

import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/** One publish: waits for the link, is handed to the emitter, is answered or given up. Its link guards the fields. */
final class Publish {

    private final Uni<Void> send;
    private final UniEmitter<? super Outcome> outcome;
    /** When it was handed to the emitter, as the link's clock says; 0 before. */
    private volatile long sentAt;
    private volatile boolean givenUp;

    Publish(Uni<Void> send, UniEmitter<? super Outcome> outcome) {
        this.send = send;
        this.outcome = outcome;
    }

    void sentAt(long now) {
        sentAt = now;
    }

    long sentAt() {
        return sentAt;
    }

    boolean isSent() {
        return sentAt != 0;
    }

    void giveUp() {
        givenUp = true;
    }

    boolean isGivenUp() {
        return givenUp;
    }

    Uni<Void> send() {
        return send;
    }

    /** What comes second is ignored. */
    void complete(Outcome how) {
        outcome.complete(how);
    }
}
