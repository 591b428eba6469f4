package io.quarkiverse.localtask.runtime.delivery;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;

/** One attempt under way. Its outcome counts once; a success that comes after the time-out still counts, as it is the truth. */
final class Attempt {

    private final TaskInHand task;
    private final Delivery delivery;
    private final OutcomeWriter outcomes;
    private final Consumer<Outcome> known;
    private final Runnable ended;
    private final AtomicBoolean completed = new AtomicBoolean();
    private final AtomicBoolean over = new AtomicBoolean();

    Attempt(TaskInHand task, OutcomeWriter outcomes, Consumer<Outcome> known, Runnable ended) {
        this.task = task;
        this.outcomes = outcomes;
        this.known = known;
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
        Outcome result = outcome == null ? Outcome.failed("the channel returned no outcome") : outcome;
        boolean first = completed.compareAndSet(false, true);
        if (first || result instanceof Outcome.Succeeded && outcomes.tryReserve()) {
            known.accept(result);
            outcomes.add(task, result);
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
