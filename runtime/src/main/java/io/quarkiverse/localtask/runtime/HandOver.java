package io.quarkiverse.localtask.runtime;

import java.util.ArrayList;
import java.util.List;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.delivery.TaskInHand;

/**
 * Hands the rows of one {@code accept} over when their transaction has committed, and never otherwise. It runs on the
 * committing
 * thread, inside {@code commit()}, with the finished transaction still on the thread: so it does no JDBC and never blocks.
 * <p>
 * It is no observer of a CDI event: ArC calls a transactional observer at once when the transaction is not active any more,
 * which
 * would send the message of a transaction that is about to roll back.
 */
final class HandOver implements Synchronization {

    private final LocalTaskEngine engine;
    private final List<TaskInHand> tasks = new ArrayList<>();
    private final List<Destination> scheduled = new ArrayList<>();
    private final List<Destination> refused = new ArrayList<>();

    private HandOver(LocalTaskEngine engine) {
        this.engine = engine;
    }

    /**
     * To be registered before the rows are written.
     *
     * @throws IllegalStateException if the active transaction takes no more part in anything: nothing must be written in it
     */
    static HandOver register(TransactionSynchronizationRegistry transactions, LocalTaskEngine engine) {
        HandOver handOver = new HandOver(engine);
        transactions.registerInterposedSynchronization(handOver);
        return handOver;
    }

    void add(TaskInHand task) {
        tasks.add(task);
    }

    /** A task that is not due yet. */
    void addScheduled(Destination destination) {
        scheduled.add(destination);
    }

    /** A task that was there already. */
    void addRefused(Destination destination) {
        refused.add(destination);
    }

    @Override
    public void beforeCompletion() {
        // the rows are written already
    }

    @Override
    public void afterCompletion(int status) {
        if (status == Status.STATUS_COMMITTED) {
            engine.committed(tasks, scheduled, refused);
        }
    }
}
