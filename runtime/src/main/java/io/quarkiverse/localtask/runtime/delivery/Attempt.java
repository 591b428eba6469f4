package io.quarkiverse.localtask.runtime.delivery;

import java.util.concurrent.atomic.AtomicBoolean;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;

/** One attempt under way. Its outcome counts once; a success that comes after the time-out still counts, as it is the truth. */
final class Attempt {

    private final TaskInHand task;
    private final Delivery delivery;
    private final OutcomeWriter outcomes;
    private final Runnable ended;
    private final AtomicBoolean completed = new AtomicBoolean();
    private final AtomicBoolean over = new AtomicBoolean();

    Attempt(TaskInHand task, OutcomeWriter outcomes, Runnable ended) {
        this.task = task;
        this.outcomes = outcomes;
        this.ended = ended;
        this.delivery = Attempts.deliveryOf(task);
    }

    Delivery delivery() {
        return delivery;
    }

    boolean isCompleted() {
        return completed.get();
    }

    Outcome timedOut() {
        return Outcome.failed("no answer within " + Reasons.readable(delivery.timeout()));
    }

    void complete(Outcome outcome) {
        Outcome known = outcome == null ? Outcome.failed("the channel returned no outcome") : outcome;
        if (completed.compareAndSet(false, true)) {
            outcomes.add(task, known);
        } else if (known instanceof Outcome.Succeeded && outcomes.tryReserve()) {
            outcomes.add(task, known);
        }
    }

    void end() {
        if (over.compareAndSet(false, true)) {
            ended.run();
        }
    }

    void completeAndEnd(Outcome outcome) {
        complete(outcome);
        end();
    }

    void failAndEnd(Throwable failure) {
        completeAndEnd(Outcome.failed(Reasons.of(failure)));
    }
}
