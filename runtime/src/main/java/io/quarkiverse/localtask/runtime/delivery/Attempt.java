package io.quarkiverse.localtask.runtime.delivery;

import java.util.concurrent.atomic.AtomicBoolean;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;

/** One attempt under way. Its outcome counts once; a success that comes after the time-out still counts, as it is the truth. */
final class Attempt {

    private final TaskInHand task;
    private final Delivery delivery;
    private final OutcomeWriter outcomes;
    private final Slot slot;
    private final AtomicBoolean completed = new AtomicBoolean();
    private boolean overdue;
    private boolean over;

    Attempt(TaskInHand task, OutcomeWriter outcomes, Slot slot) {
        this.task = task;
        this.outcomes = outcomes;
        this.slot = slot;
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
        if (completed.compareAndSet(false, true)) {
            outcomes.add(task, result);
            slot.learned(result);
        } else if (result instanceof Outcome.Succeeded && outcomes.tryReserve()) {
            outcomes.addLate(task, result);
            slot.learned(result);
        }
    }

    /** The time is over, and the call has not returned. */
    void expire() {
        complete(timedOut());
        synchronized (this) {
            if (over) {
                return;
            }
            overdue = true;
            // inside, so that the slot hears of it before it is free
            slot.overdue();
        }
    }

    void end() {
        boolean late;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            late = overdue;
        }
        slot.free(late);
    }

    void completeAndEnd(Outcome outcome) {
        complete(outcome);
        end();
    }

    void failAndEnd(Throwable failure) {
        completeAndEnd(Outcome.failed(Reasons.of(failure)));
    }
}
