package io.quarkiverse.localtask.runtime;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

import io.quarkiverse.localtask.LocalTaskException;

/**
 * Makes the commit of a transaction fail in which the database has refused a statement of ours, also where the application has
 * caught the error. Some databases have rolled everything back by then (a deadlock on MariaDB, a connection that was replaced
 * behind a multi-host URL) and would commit what comes afterwards: then earlier tasks would be sent without their rows.
 */
final class RefusedCommit implements Synchronization {

    private final LocalTaskException failure;

    private RefusedCommit(LocalTaskException failure) {
        this.failure = failure;
    }

    /** Does nothing where there is no transaction that could still commit. */
    static void register(TransactionSynchronizationRegistry transactions, LocalTaskException failure) {
        if (transactions.getTransactionStatus() == Status.STATUS_ACTIVE) {
            transactions.registerInterposedSynchronization(new RefusedCommit(failure));
        }
    }

    @Override
    public void beforeCompletion() {
        throw new LocalTaskException("An earlier call of LocalTasks failed in this transaction, so the database may have undone"
                + " what was written before it: the transaction is rolled back. Let the error of that call pass, or try the"
                + " whole transaction again", failure);
    }

    @Override
    public void afterCompletion(int status) {
        // nothing is held
    }
}
