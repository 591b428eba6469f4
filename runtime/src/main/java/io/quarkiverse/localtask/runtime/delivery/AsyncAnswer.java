package io.quarkiverse.localtask.runtime.delivery;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.subscription.UniSubscriber;
import io.smallrye.mutiny.subscription.UniSubscription;

/**
 * Waits for a channel's answer, as long as the attempt may take, and not longer. Instead of operators, each of which would
 * capture the contexts of a thread that has none.
 */
final class AsyncAnswer implements UniSubscriber<Outcome> {

    private final Attempt attempt;
    private final ScheduledExecutorService timer;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile UniSubscription subscription;
    private volatile Future<?> alarm;

    AsyncAnswer(Attempt attempt, ScheduledExecutorService timer) {
        this.attempt = attempt;
        this.timer = timer;
    }

    @Override
    public void onSubscribe(UniSubscription subscription) {
        this.subscription = subscription;
        alarm = timer.schedule(this::expire, attempt.delivery().timeout().toNanos(), TimeUnit.NANOSECONDS);
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
        if (alarm != null) {
            alarm.cancel(false);
        }
        return true;
    }

    private void expire() {
        if (over.compareAndSet(false, true)) {
            try {
                subscription.cancel();
            } finally {
                attempt.completeAndEnd(attempt.timedOut());
            }
        }
    }
}
