package io.quarkiverse.localtask.runtime.method;

import java.util.ArrayList;
import java.util.List;

import jakarta.inject.Singleton;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;

import io.quarkiverse.localtask.DuplicateTaskException;
import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskReceipt;

/** Writes the messages of a call as tasks; where that fails, the call's transaction cannot commit any more. */
@Singleton
public class TaskMethodSender {

    private final LocalTasks localTasks;
    private final TransactionManager transactionManager;

    TaskMethodSender(LocalTasks localTasks, TransactionManager transactionManager) {
        this.localTasks = localTasks;
        this.transactionManager = transactionManager;
    }

    void send(TaskMethod method, Object result, Object[] arguments) {
        if (status() == Status.STATUS_MARKED_ROLLBACK) {
            // The method asked for a rollback and returned: no data, so no task, and no exception it did not ask for.
            return;
        }
        try {
            List<OutgoingMessage> outgoing = method.messages(result, arguments);
            if (!outgoing.isEmpty()) {
                List<TaskMessage> messages = outgoing.stream().map(OutgoingMessage::message).toList();
                refuseDuplicates(method, outgoing, localTasks.accept(messages));
            }
        } catch (RuntimeException | Error e) {
            rollBack(e);
            throw e;
        }
    }

    private static void refuseDuplicates(TaskMethod method, List<OutgoingMessage> outgoing, List<TaskReceipt> receipts) {
        List<String> duplicates = new ArrayList<>();
        for (int i = 0; i < outgoing.size(); i++) {
            if (outgoing.get(i).failOnDuplicate() && receipts.get(i).duplicate()) {
                duplicates.add(receipts.get(i).taskId());
            }
        }
        if (!duplicates.isEmpty()) {
            throw new DuplicateTaskException(duplicates.get(0), "@LocalTaskMessage on " + method.method()
                    + " takes a duplicate for an error, and the transaction rolls back; already in the table: "
                    + String.join(", ", duplicates) + ". To keep the task that is there and go on, set onDuplicate = IGNORE");
        }
    }

    /** The exception alone may not be enough: {@code dontRollbackOn}, or a caller that catches it, would commit. */
    private void rollBack(Throwable failure) {
        try {
            if (status() == Status.STATUS_ACTIVE) {
                transactionManager.setRollbackOnly();
            }
        } catch (SystemException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private int status() {
        try {
            return transactionManager.getStatus();
        } catch (SystemException e) {
            throw new LocalTaskException("The transaction manager does not tell the transaction's status", e);
        }
    }
}
