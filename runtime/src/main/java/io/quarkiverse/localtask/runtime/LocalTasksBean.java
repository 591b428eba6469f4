package io.quarkiverse.localtask.runtime;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

import jakarta.enterprise.event.Event;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;

import com.fasterxml.jackson.databind.ObjectMapper;

import io.quarkiverse.localtask.AuditEntry;
import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskPage;
import io.quarkiverse.localtask.TaskReceipt;
import io.quarkiverse.localtask.event.TaskAccepted;
import io.quarkiverse.localtask.runtime.config.MessageCheck;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.delivery.TaskInHand;
import io.quarkiverse.localtask.runtime.delivery.TraceSource;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.NewTask;
import io.quarkiverse.localtask.runtime.store.RowChange;
import io.quarkiverse.localtask.runtime.store.SqlFunction;
import io.quarkus.arc.All;

/** Writes tasks on the caller's own connection; the one entrance for annotated methods and direct calls. */
@Singleton
public class LocalTasksBean implements LocalTasks {

    /** Who does what the application's own code asks for. */
    private static final String ACTOR = "application";
    private static final Duration UNTIL_DONE = Duration.ofDays(1_000);

    private final Settings settings;
    private final TaskTable table;
    private final CallerTransaction transaction;
    private final MessagePreparation preparation;
    private final LocalTaskEngine engine;
    private final TaskOperations operations;
    private final Event<TaskAccepted> accepted;
    private final TransactionSynchronizationRegistry transactions;

    LocalTasksBean(Settings settings, TaskTable table, TransactionManager manager, ObjectMapper mapper,
            LocalTaskEngine engine, TaskOperations operations,
            Event<TaskAccepted> accepted, TransactionSynchronizationRegistry transactions,
            @All List<MessageCheck> checks, @All List<TraceSource> traces) {
        this.settings = settings;
        this.table = table;
        this.transaction = new CallerTransaction(manager);
        this.preparation = new MessagePreparation(settings, mapper, checks,
                traces.isEmpty() ? TraceSource.NONE : traces.get(0));
        this.engine = engine;
        this.operations = operations;
        this.accepted = accepted;
        this.transactions = transactions;
    }

    @Override
    public TaskReceipt accept(TaskMessage message) {
        return accept(List.of(Objects.requireNonNull(message, "message"))).get(0);
    }

    @Override
    public List<TaskReceipt> accept(Collection<TaskMessage> messages) {
        transaction.require("LocalTasks.accept");
        if (messages.isEmpty()) {
            return List.of();
        }
        List<Prepared> prepared = new ArrayList<>(messages.size());
        for (TaskMessage message : messages) {
            prepared.add(preparation.prepare(Objects.requireNonNull(message, "message")));
        }
        // two transactions that write the same ids wait for each other in one direction only
        Integer[] order = IntStream.range(0, prepared.size()).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparing(i -> prepared.get(i).row().taskId()));
        List<NewTask> rows = Arrays.stream(order).map(i -> prepared.get(i).row()).toList();

        HandOver handOver = HandOver.register(transactions, engine);
        // the row is born leased; the lease must end here before it ends in the database, so it begins before the INSERT is sent
        long start = System.nanoTime();
        Duration grace = settings.run().grace();
        long[] ids = onCallersConnection("write a task to", connection -> {
            table.ensureValid(connection);
            return table.store().insert(connection, rows, grace);
        });

        TaskReceipt[] receipts = new TaskReceipt[prepared.size()];
        for (int k = 0; k < order.length; k++) {
            Prepared task = prepared.get(order[k]);
            receipts[order[k]] = new TaskReceipt(task.row().taskId(), ids[k] == 0);
            if (ids[k] == 0) {
                handOver.addRefused(task.destination());
            } else {
                if (task.row().isScheduled()) {
                    handOver.addScheduled(task.destination());
                } else {
                    handOver.add(task.inHand(ids[k], TaskInHand.deadline(start, grace, task.destination().timeout()), start));
                }
                accepted.fire(new TaskAccepted(task.row().taskId(), task.row().name(), task.row().destination()));
            }
        }
        return List.of(receipts);
    }

    @Override
    public Optional<Task> find(String taskId) {
        Objects.requireNonNull(taskId, "taskId");
        transaction.requireUsable("LocalTasks.find");
        return onCallersConnection("read", connection -> table.store().find(connection, taskId));
    }

    @Override
    public boolean redeliver(String taskId) {
        Objects.requireNonNull(taskId, "taskId");
        transaction.requireUsable("LocalTasks.redeliver");
        return changeOne("redeliver", taskId, connection -> table.store().redeliver(connection, taskId));
    }

    @Override
    public boolean cancel(String taskId) {
        Objects.requireNonNull(taskId, "taskId");
        transaction.requireUsable("LocalTasks.cancel");
        return changeOne("cancel", taskId, connection -> table.store().cancel(connection, taskId));
    }

    /** The change and its line of the audit are committed together, also where there is no transaction. */
    private boolean changeOne(String action, String taskId, SqlFunction<Connection, Boolean> change) {
        return onCallersConnection(action + " a task in", connection -> Database.inOneTransaction(connection, same -> {
            boolean changed = change.apply(same);
            if (changed) {
                table.audit().add(same, ACTOR, action, "task " + taskId, 1);
            }
            return changed;
        }));
    }

    @Override
    public TaskPage list(TaskFilter filter, int limit, String after) {
        Objects.requireNonNull(filter, "filter");
        transaction.requireUsable("LocalTasks.list");
        return onCallersConnection("read", connection -> operations.list(connection, filter, limit, after));
    }

    @Override
    public long count(TaskFilter filter) {
        return operations.count(Objects.requireNonNull(filter, "filter"), null, UNTIL_DONE).count();
    }

    @Override
    public long redeliver(TaskFilter filter) {
        return change(filter, new RowChange.Redeliver());
    }

    @Override
    public long cancel(TaskFilter filter) {
        return change(filter, new RowChange.Cancel());
    }

    @Override
    public long redirect(TaskFilter filter, String destination) {
        return change(filter, operations.redirectTo(destination));
    }

    private long change(TaskFilter filter, RowChange change) {
        return operations.change(Objects.requireNonNull(filter, "filter"), change, ACTOR, null, UNTIL_DONE).count();
    }

    @Override
    public boolean redirect(String taskId, String destination) {
        return operations.change(Objects.requireNonNull(taskId, "taskId"), operations.redirectTo(destination), ACTOR);
    }

    @Override
    public boolean pause(String destination) {
        return operations.pause(destination, ACTOR);
    }

    @Override
    public boolean resume(String destination) {
        return operations.resume(destination, ACTOR);
    }

    @Override
    public List<AuditEntry> audit(long before, int limit) {
        return operations.audit(before, limit);
    }

    private <T> T onCallersConnection(String operation, SqlFunction<Connection, T> work) {
        try (Connection connection = table.callersConnection()) {
            return work.apply(connection);
        } catch (SQLException e) {
            table.failed(e);
            LocalTaskException failure = new LocalTaskException("Cannot " + operation + " table '"
                    + settings.run().tableName() + "' of " + table.describe() + table.explain(e), withoutContent(e));
            RefusedCommit.register(transactions, failure);
            throw failure;
        }
    }

    /** A violated constraint is reported with the row's values, the payload among them. */
    private static SQLException withoutContent(SQLException e) {
        String state = e.getSQLState();
        if (state == null || !state.startsWith("23") && !state.startsWith("22")) {
            return e;
        }
        return new SQLException("The database refuses the values; its message is withheld, as it may quote the payload", state,
                e.getErrorCode());
    }
}
