package io.quarkiverse.localtask.deployment.method;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

import io.quarkiverse.localtask.AuditEntry;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskPage;
import io.quarkiverse.localtask.TaskReceipt;

/** Stands for the table: keeps what came in, by what became of its transaction. */
@Priority(1)
@Alternative
@ApplicationScoped
public class RecordingLocalTasks implements LocalTasks {

    private final List<TaskMessage> committed = new CopyOnWriteArrayList<>();
    private final List<TaskMessage> rolledBack = new CopyOnWriteArrayList<>();
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final List<Integer> calls = new CopyOnWriteArrayList<>();
    private volatile RuntimeException refusal;

    @Inject
    TransactionSynchronizationRegistry transactions;

    List<TaskMessage> committed() {
        return committed;
    }

    TaskMessage onlyCommitted() {
        if (committed.size() != 1) {
            throw new AssertionError("expected one committed message, but there are " + committed);
        }
        return committed.get(0);
    }

    List<TaskMessage> rolledBack() {
        return rolledBack;
    }

    /** @return how many messages each call of accept brought */
    List<Integer> calls() {
        return calls;
    }

    void alreadyHolds(String taskId) {
        known.add(taskId);
    }

    void refuseWith(RuntimeException exception) {
        refusal = exception;
    }

    void clear() {
        committed.clear();
        rolledBack.clear();
        known.clear();
        calls.clear();
        refusal = null;
    }

    @Override
    public TaskReceipt accept(TaskMessage message) {
        return accept(List.of(message)).get(0);
    }

    @Override
    public List<TaskReceipt> accept(Collection<TaskMessage> messages) {
        if (transactions.getTransactionStatus() != Status.STATUS_ACTIVE) {
            throw new IllegalStateException("no active transaction");
        }
        if (refusal != null) {
            throw refusal;
        }
        calls.add(messages.size());
        List<TaskReceipt> receipts = new ArrayList<>();
        List<TaskMessage> written = new ArrayList<>();
        for (TaskMessage message : messages) {
            boolean duplicate = message.id() != null && known.contains(message.id());
            receipts.add(new TaskReceipt(message.id() == null ? "generated" : message.id(), duplicate));
            if (!duplicate) {
                written.add(message);
            }
        }
        transactions.registerInterposedSynchronization(keep(written));
        return receipts;
    }

    private Synchronization keep(List<TaskMessage> written) {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
            }

            @Override
            public void afterCompletion(int status) {
                (status == Status.STATUS_COMMITTED ? committed : rolledBack).addAll(written);
            }
        };
    }

    @Override
    public Optional<Task> find(String taskId) {
        return Optional.empty();
    }

    @Override
    public boolean redeliver(String taskId) {
        return false;
    }

    @Override
    public boolean cancel(String taskId) {
        return false;
    }

    @Override
    public TaskPage list(TaskFilter filter, int limit, String after) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long count(TaskFilter filter) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long redeliver(TaskFilter filter) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long cancel(TaskFilter filter) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean redirect(String taskId, String destination) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long redirect(TaskFilter filter, String destination) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean pause(String destination) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean resume(String destination) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<AuditEntry> audit(long before, int limit) {
        throw new UnsupportedOperationException();
    }
}
