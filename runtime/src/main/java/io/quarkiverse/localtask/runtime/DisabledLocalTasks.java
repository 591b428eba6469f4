package io.quarkiverse.localtask.runtime;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

import jakarta.inject.Singleton;

import io.quarkiverse.localtask.AuditEntry;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskPage;
import io.quarkiverse.localtask.TaskReceipt;

/** Stands in when the extension is switched off: a message that is not written must not look as if it were. */
@Singleton
class DisabledLocalTasks implements LocalTasks {

    @Override
    public TaskReceipt accept(TaskMessage message) {
        throw disabled();
    }

    @Override
    public List<TaskReceipt> accept(Collection<TaskMessage> messages) {
        throw disabled();
    }

    @Override
    public Optional<Task> find(String taskId) {
        throw disabled();
    }

    @Override
    public boolean redeliver(String taskId) {
        throw disabled();
    }

    @Override
    public boolean cancel(String taskId) {
        throw disabled();
    }

    @Override
    public TaskPage list(TaskFilter filter, int limit, String after) {
        throw disabled();
    }

    @Override
    public long count(TaskFilter filter) {
        throw disabled();
    }

    @Override
    public long redeliver(TaskFilter filter) {
        throw disabled();
    }

    @Override
    public long cancel(TaskFilter filter) {
        throw disabled();
    }

    @Override
    public boolean redirect(String taskId, String destination) {
        throw disabled();
    }

    @Override
    public long redirect(TaskFilter filter, String destination) {
        throw disabled();
    }

    @Override
    public boolean pause(String destination) {
        throw disabled();
    }

    @Override
    public boolean resume(String destination) {
        throw disabled();
    }

    @Override
    public List<AuditEntry> audit(long before, int limit) {
        throw disabled();
    }

    private static IllegalStateException disabled() {
        return new IllegalStateException("Local tasks are switched off at build time: quarkus.local-task.enabled=false."
                + " Nothing was written; to write tasks but send none from this instance use quarkus.local-task.active=false");
    }
}
