package io.quarkiverse.localtask.runtime.delivery;

import java.util.concurrent.atomic.AtomicBoolean;

import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.subscription.UniSubscriber;
import io.smallrye.mutiny.subscription.UniSubscription;

/**
 * Waits for a channel's answer, as long as the attempt may take, and not longer. Instead of operators, each of which would
 * capture the contexts of a thread that has none.
 */
final class AsyncAnswer implements UniSubscriber<Outcome>, Alarms.Alarm {

    private final Attempt attempt;
    private final Alarms alarms;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile UniSubscription subscription;
    private final long time;

    AsyncAnswer(Attempt attempt, Alarms alarms) {
        this.attempt = attempt;
        this.alarms = alarms;
        this.time = System.nanoTime() + attempt.delivery().timeout().toNanos();
    }

    @Override
    public void onSubscribe(UniSubscription subscription) {
        this.subscription = subscription;
        alarms.set(this);
        if (over.get()) {
            // answered meanwhile, by another thread
            alarms.clear(this);
        }
    }

    @Override
    public void onItem(Outcome outcome) {
        if (isFirst()) {
            attempt.completeAndEnd(outcome);
        }
    }

    @Override
    public void onFailure(Throwable failure) {
        if (isFirst()) {
            attempt.failAndEnd(failure);
        }
    }

    private boolean isFirst() {
        if (!over.compareAndSet(false, true)) {
            return false;
        }
        alarms.clear(this);
        return true;
    }

    @Override
    public long time() {
        return time;
    }

    @Override
    public void ring() {
        if (over.compareAndSet(false, true)) {
            try {
                subscription.cancel();
            } finally {
                attempt.completeAndEnd(attempt.timedOut());
            }
        }
    }
}
