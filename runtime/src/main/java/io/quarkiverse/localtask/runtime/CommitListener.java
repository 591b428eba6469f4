package io.quarkiverse.localtask.runtime;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Singleton;

/**
 * Hands committed tasks over. It runs on the committing thread, inside {@code commit()}, with the finished transaction still on
 * the
 * thread: so it does no JDBC and never blocks.
 */
@Singleton
class CommitListener {

    private final LocalTaskEngine engine;

    CommitListener(LocalTaskEngine engine) {
        this.engine = engine;
    }

    void committed(@Observes(during = TransactionPhase.AFTER_SUCCESS) AcceptedTasks accepted) {
        engine.handOver(accepted.tasks());
    }
}
