package io.quarkiverse.localtask.runtime;

import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;

import io.quarkus.runtime.BlockingOperationControl;

/** What the caller's thread and transaction must be like, checked before anything is sent to the database. */
final class CallerTransaction {

    private final TransactionManager transactions;

    CallerTransaction(TransactionManager transactions) {
        this.transactions = transactions;
    }

    /** @throws IllegalStateException on an event-loop thread, without a transaction, or in one that can only roll back */
    void require(String operation) {
        requireBlockingAllowed(operation);
        switch (status()) {
            case Status.STATUS_ACTIVE -> {
            }
            case Status.STATUS_NO_TRANSACTION -> throw new IllegalStateException(operation
                    + " needs an active transaction, and there is none on thread '" + Thread.currentThread().getName()
                    + "': add @Transactional to the calling method or its class, or wrap the call in QuarkusTransaction.requiringNew()");
            case Status.STATUS_MARKED_ROLLBACK -> throw new IllegalStateException(operation
                    + " was called in a transaction that is marked for rollback: the message would be lost with it."
                    + " Look for the earlier setRollbackOnly() or exception, or use a new transaction (REQUIRES_NEW)");
            default -> throw new IllegalStateException(operation
                    + " was called in a transaction that is over (it was rolled back, probably by its time-out:"
                    + " quarkus.transaction-manager.default-transaction-timeout or @TransactionConfiguration): nothing was written");
        }
    }

    /** For operations that also run without a transaction: in auto-commit. */
    void requireUsable(String operation) {
        requireBlockingAllowed(operation);
        int status = status();
        if (status != Status.STATUS_NO_TRANSACTION && status != Status.STATUS_ACTIVE) {
            require(operation);
        }
    }

    /** For operations that commit as they go. */
    void requireNone(String operation) {
        requireBlockingAllowed(operation);
        if (status() != Status.STATUS_NO_TRANSACTION) {
            throw new IllegalStateException(operation + " changes or counts many tasks in transactions of its own, and there is"
                    + " one on thread '" + Thread.currentThread().getName()
                    + "' already: call it from a method without @Transactional, or with @Transactional(NOT_SUPPORTED)");
        }
    }

    private static void requireBlockingAllowed(String operation) {
        if (!BlockingOperationControl.isBlockingAllowed()) {
            throw new IllegalStateException(operation + " does blocking JDBC work and was called on the event-loop thread '"
                    + Thread.currentThread().getName()
                    + "': add @Blocking to the endpoint or consumer, or call it from a worker thread");
        }
    }

    private int status() {
        try {
            return transactions.getStatus();
        } catch (SystemException e) {
            throw new IllegalStateException("The transaction manager cannot tell the transaction's status", e);
        }
    }
}
