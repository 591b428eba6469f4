package io.quarkiverse.localtask.runtime.delivery;

import java.util.concurrent.atomic.AtomicBoolean;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;

/** One attempt under way. Its outcome counts once; a success that comes after the time-out still counts, as it is the truth. */
final class Attempt {

    private static final Logger LOG = Logger.getLogger(Attempt.class);

    private final TaskInHand task;
    private final Delivery delivery;
    private final OutcomeWriter outcomes;
    private final Slot slot;
    private final AroundAttempt around;
    private final DeliveryListener listener;
    private final AtomicBoolean completed = new AtomicBoolean();
    private final long start = System.nanoTime();
    private volatile AroundAttempt.Surrounding surrounding;
    private volatile Outcome outcome;
    private final AtomicBoolean surroundingEnded = new AtomicBoolean();
    private boolean overdue;
    private boolean over;

    /** @param around {@code null}: nothing */
    Attempt(TaskInHand task, OutcomeWriter outcomes, Slot slot, AroundAttempt around, DeliveryListener listener) {
        this.task = task;
        this.outcomes = outcomes;
        this.slot = slot;
        this.around = around;
        this.listener = listener;
        this.delivery = Attempts.deliveryOf(task);
    }

    Delivery delivery() {
        return delivery;
    }

    /** The channel is about to be called, by this thread. @return what it gets */
    Delivery begin() {
        if (around == null) {
            return delivery;
        }
        AroundAttempt.Surrounding begun;
        try {
            begun = around.begin(task, delivery);
        } catch (Throwable e) {
            LOG.debug("What surrounds an attempt failed", e);
            return delivery;
        }
        surrounding = begun;
        if (outcome != null) {
            // its time was over before
            endSurrounding();
        }
        return begun.delivery();
    }

    /** The channel's call has returned. */
    void returned() {
        if (surrounding != null) {
            aside(surrounding::returned);
        }
    }

    private void endSurrounding() {
        if (surrounding != null && surroundingEnded.compareAndSet(false, true)) {
            aside(() -> surrounding.ended(outcome));
        }
    }

    /** Who only looks on must not cost an outcome. */
    private static void aside(Runnable told) {
        try {
            told.run();
        } catch (Throwable e) {
            LOG.debug("A listener of attempts failed", e);
        }
    }

    boolean isCompleted() {
        return completed.get();
    }

    Outcome timedOut() {
        return Outcome.failed("no answer within " + Reasons.readable(delivery.timeout()));
    }

    void complete(Outcome answer) {
        Outcome result = answer == null ? Outcome.failed("the channel returned no outcome") : answer;
        if (completed.compareAndSet(false, true)) {
            outcome = result;
            aside(() -> listener.attempted(task, result, System.nanoTime() - start));
            endSurrounding();
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
