package io.quarkiverse.localtask.runtime;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;

import jakarta.inject.Singleton;
import jakarta.transaction.TransactionManager;

import io.quarkiverse.localtask.AuditEntry;
import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskPage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.store.ListKey;
import io.quarkiverse.localtask.runtime.store.Listed;
import io.quarkiverse.localtask.runtime.store.Parcel;
import io.quarkiverse.localtask.runtime.store.RowChange;
import io.quarkiverse.localtask.runtime.store.SqlFunction;

/**
 * What operators do with many tasks: a walk through the table in bounded steps, and changes in bounded batches, each of which
 * commits alone. Nobody who accepts or sends tasks waits for it.
 */
@Singleton
public class TaskOperations {

    /** How many rows one statement looks at, and how many one statement changes at most. */
    private static final int STEP = 500;
    /** How many rows one page looks at. */
    private static final int MOST_FOR_A_PAGE = 10_000;

    private final Settings settings;
    private final TaskTable table;
    private final CallerTransaction transaction;
    private final LocalTaskEngine engine;

    TaskOperations(Settings settings, TaskTable table, TransactionManager manager, LocalTaskEngine engine) {
        this.settings = settings;
        this.table = table;
        this.transaction = new CallerTransaction(manager);
        this.engine = engine;
    }

    TaskPage list(Connection connection, TaskFilter filter, int limit, String after) throws SQLException {
        if (limit < 1 || limit > 1000) {
            throw new IllegalArgumentException("A page holds 1 to 1000 tasks, not " + limit);
        }
        List<Task> found = new ArrayList<>();
        ListKey place = after == null ? null : ListKey.decode(after);
        int lookedAt = 0;
        for (TaskStatus status : from(place, filter.statuses())) {
            ListKey behind = place != null && place.status() == status ? place : null;
            for (boolean more = true; more;) {
                List<Listed> rows = table.store().list(connection, filter, status, behind, null, STEP);
                for (Listed row : rows) {
                    behind = row.key();
                    if (row.meant()) {
                        found.add(row.task());
                        if (found.size() == limit) {
                            return new TaskPage(found, behind.encode());
                        }
                    }
                }
                lookedAt += rows.size();
                more = rows.size() == STEP;
                if (more && lookedAt >= MOST_FOR_A_PAGE) {
                    return new TaskPage(found, behind.encode());
                }
            }
        }
        return new TaskPage(found, null);
    }

    private static Set<TaskStatus> from(ListKey place, Set<TaskStatus> statuses) {
        Set<TaskStatus> rest = EnumSet.copyOf(statuses);
        if (place != null) {
            rest.removeIf(status -> status.compareTo(place.status()) < 0);
        }
        return rest;
    }

    /**
     * Counts, for people who want to know before they do something.
     *
     * @param goOn is told how many there are so far; {@code false} ends it
     */
    public long count(TaskFilter filter, LongPredicate goOn) {
        return walk("LocalTasks.count", filter, filter.statuses(), null, goOn);
    }

    /**
     * @param actor who does it
     * @param goOn is told how many were changed so far; {@code false} ends it
     * @return how many were changed
     */
    public long change(TaskFilter filter, RowChange change, String actor, LongPredicate goOn) {
        Set<TaskStatus> statuses = EnumSet.copyOf(filter.statuses());
        statuses.retainAll(change.allowed());
        if (statuses.isEmpty()) {
            throw new IllegalArgumentException("Tasks with " + filter + " cannot be changed like that: only those with status "
                    + String.join("|", change.allowed().stream().map(TaskStatus::name).toList()));
        }
        checkTarget(change);
        long[] changed = new long[1];
        try {
            return walk("LocalTasks." + name(change), filter, statuses, change, count -> {
                changed[0] = count;
                return goOn.test(count);
            });
        } finally {
            audit(actor, name(change), subject(filter.toString(), change), changed[0]);
            engine.lookSoon();
        }
    }

    private long walk(String operation, TaskFilter filter, Set<TaskStatus> statuses, RowChange change, LongPredicate goOn) {
        transaction.requireNone(operation);
        Instant start = change == null ? null : background(connection -> table.store().now(connection));
        long count = 0;
        for (TaskStatus status : statuses) {
            ListKey behind = null;
            for (boolean more = true; more;) {
                ListKey from = behind;
                // what this very walk has changed lies ahead of it perhaps
                List<Listed> rows = background(
                        connection -> table.store().list(connection, filter, status, from, start, STEP));
                List<Long> ids = rows.stream().filter(Listed::meant).map(row -> row.key().id()).toList();
                count += change == null || ids.isEmpty() ? ids.size()
                        : background(connection -> table.store().change(connection, ids, change));
                more = rows.size() == STEP;
                behind = rows.isEmpty() ? behind : rows.get(rows.size() - 1).key();
                if (!goOn.test(count)) {
                    return count;
                }
            }
        }
        return count;
    }

    /** @return whether the task could be changed like that, and was not locked */
    public boolean change(String taskId, RowChange change, String actor) {
        transaction.requireNone("LocalTasks." + name(change));
        checkTarget(change);
        boolean changed = background(connection -> {
            var id = table.store().idOf(connection, taskId);
            return id.isPresent() && table.store().change(connection, List.of(id.get()), change) == 1;
        });
        if (changed) {
            audit(actor, name(change), subject("task " + taskId, change), 1);
            engine.lookSoon();
        }
        return changed;
    }

    private void checkTarget(RowChange change) {
        if (change instanceof RowChange.Redirect redirect) {
            requireDestination(redirect.destination());
        }
    }

    /**
     * @return the change that sends tasks there
     * @throws IllegalArgumentException if there is no such destination in the configuration
     */
    public RowChange redirectTo(String destination) {
        return new RowChange.Redirect(destination, requireDestination(destination).channel());
    }

    private Destination requireDestination(String name) {
        Destination destination = settings.destinations().get(name);
        if (destination == null) {
            throw new IllegalArgumentException("There is no destination '" + name + "': known are "
                    + settings.destinations().keySet().stream().sorted().toList());
        }
        return destination;
    }

    /** From now on no instance starts an attempt there; those that run finish. */
    public boolean pause(String destination, String actor) {
        requireKnown(destination);
        transaction.requireNone("LocalTasks.pause");
        boolean changed = background(connection -> table.pauses().pause(connection, destination, actor));
        if (changed) {
            audit(actor, "pause", "destination " + destination, 0);
        }
        engine.lookForPauses();
        return changed;
    }

    /** Undoes {@link #pause}. */
    public boolean resume(String destination, String actor) {
        requireKnown(destination);
        transaction.requireNone("LocalTasks.resume");
        boolean changed = background(connection -> table.pauses().resume(connection, destination));
        if (changed) {
            audit(actor, "resume", "destination " + destination, 0);
        }
        engine.lookForPauses();
        return changed;
    }

    private void requireKnown(String destination) {
        if (settings.allDestinations().stream().noneMatch(known -> known.name().equals(destination))) {
            throw new IllegalArgumentException("There is no destination '" + destination + "': known are "
                    + settings.allDestinations().stream().map(Destination::name).sorted().toList());
        }
    }

    /** @return entries before that one, the newest first */
    public List<AuditEntry> audit(long before, int limit) {
        transaction.requireNone("LocalTasks.audit");
        return background(connection -> table.audit().list(connection, before, limit));
    }

    private void audit(String actor, String action, String subject, long tasks) {
        background(connection -> {
            table.audit().add(connection, actor, action, subject, tasks);
            return null;
        });
    }

    /** @return what of the task is sent, for people who may see it */
    public Optional<Parcel> parcel(String taskId) {
        return background(connection -> table.store().parcel(connection, taskId));
    }

    static String name(RowChange change) {
        return change instanceof RowChange.Redeliver ? "redeliver" : change instanceof RowChange.Cancel ? "cancel" : "redirect";
    }

    private static String subject(String tasks, RowChange change) {
        return change instanceof RowChange.Redirect redirect ? tasks + " to " + redirect.destination() : tasks;
    }

    private <T> T background(SqlFunction<Connection, T> work) {
        try {
            return table.database().inTurn(work);
        } catch (SQLException e) {
            throw new LocalTaskException("The task table '" + settings.run().tableName() + "' of " + table.describe()
                    + " cannot be used" + table.explain(e), e);
        }
    }
}
