package io.quarkiverse.localtask.runtime;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import jakarta.inject.Singleton;
import jakarta.transaction.TransactionManager;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.AuditEntry;
import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskPage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.ListKey;
import io.quarkiverse.localtask.runtime.store.Listed;
import io.quarkiverse.localtask.runtime.store.Parcel;
import io.quarkiverse.localtask.runtime.store.RowChange;
import io.quarkiverse.localtask.runtime.store.RowVersion;
import io.quarkiverse.localtask.runtime.store.SqlFunction;

/**
 * What operators do with many tasks: a walk through the table in bounded steps, and changes in bounded batches, each of which
 * commits alone. Nobody who accepts or sends tasks waits for it.
 */
@Singleton
public class TaskOperations {

    private static final Logger LOG = Logger.getLogger(TaskOperations.class);

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
     * What a part of the work came to.
     *
     * @param count how many tasks were counted or changed by it
     * @param next where to go on; {@code null}: that was all
     */
    public record Part(long count, String next) {
    }

    /**
     * Counts, for people who want to know before they do something.
     *
     * @param from {@link Part#next()} of the part before, or {@code null}
     * @param time after which the part ends
     */
    public Part count(TaskFilter filter, String from, Duration time) {
        transaction.requireNone("LocalTasks.count");
        return walk(filter, filter.statuses(), start(from), time, Listed::meant, rows -> rows.size());
    }

    /** Counts those of them that may be changed like that. */
    public Part count(TaskFilter filter, RowChange change, String from, Duration time) {
        transaction.requireNone("LocalTasks.count");
        return walk(filter, changeable(filter, change), start(from), time, row -> row.meant() && row.allows(change),
                rows -> rows.size());
    }

    /**
     * Changes tasks, in batches that commit one by one. A line of the audit is there before the first change; if this instance
     * dies,
     * its number may lag behind by one batch.
     *
     * @param actor who does it
     * @param from {@link Part#next()} of the part before, or {@code null}
     * @param time after which the part ends
     */
    public Part change(TaskFilter filter, RowChange change, String actor, String from, Duration time) {
        transaction.requireNone("LocalTasks." + name(change));
        Set<TaskStatus> statuses = changeable(filter, change);
        checkTarget(change);
        Start start = start(from);
        long entry = begin(actor, name(change), subject(filter.toString(), change));
        try {
            return walk(filter, statuses, start, time, row -> row.meant() && row.allows(change),
                    rows -> changed(rows, change, entry));
        } finally {
            engine.lookSoon();
        }
    }

    private long changed(List<RowVersion> rows, RowChange change, long entry) {
        return rows.isEmpty() ? 0 : background(connection -> {
            int count = table.store().change(connection, rows, change);
            table.audit().count(connection, entry, count);
            return count;
        });
    }

    private static Set<TaskStatus> changeable(TaskFilter filter, RowChange change) {
        Set<TaskStatus> statuses = EnumSet.copyOf(filter.statuses());
        statuses.retainAll(change.allowed());
        if (statuses.isEmpty()) {
            throw new IllegalArgumentException("Tasks with " + filter + " cannot be changed like that: only those with status "
                    + String.join("|", change.allowed().stream().map(TaskStatus::name).toList()));
        }
        return statuses;
    }

    /** When the work began: what it has changed itself may lie ahead of it. And where it is. */
    private record Start(Instant time, ListKey place) {

        private static final String SEPARATOR = "~";

        static Start read(String text) {
            int separator = text.indexOf(SEPARATOR);
            try {
                return new Start(Instant.parse(text.substring(0, separator)),
                        ListKey.decode(text.substring(separator + SEPARATOR.length())));
            } catch (RuntimeException e) {
                throw new IllegalArgumentException("'" + text + "' is no place to go on at");
            }
        }

        String write(ListKey next) {
            return time + SEPARATOR + next.encode();
        }
    }

    private Start start(String from) {
        return from == null ? new Start(background(connection -> table.store().now(connection)), null) : Start.read(from);
    }

    private interface Batch {
        long work(List<RowVersion> rows);
    }

    private Part walk(TaskFilter filter, Set<TaskStatus> statuses, Start start, Duration time, Predicate<Listed> wanted,
            Batch batch) {
        long began = System.nanoTime();
        long count = 0;
        for (TaskStatus status : from(start.place(), statuses)) {
            ListKey behind = start.place() != null && start.place().status() == status ? start.place() : null;
            for (boolean more = true; more;) {
                ListKey from = behind;
                List<Listed> rows = background(
                        connection -> table.store().list(connection, filter, status, from, start.time(), STEP));
                count += batch.work(rows.stream().filter(wanted)
                        .map(row -> new RowVersion(row.key().id(), row.version())).toList());
                more = rows.size() == STEP;
                behind = rows.isEmpty() ? behind : rows.get(rows.size() - 1).key();
                if (more && System.nanoTime() - began >= time.toNanos()) {
                    return new Part(count, start.write(behind));
                }
            }
        }
        return new Part(count, null);
    }

    /** @return whether the task could be changed like that, and was not locked */
    public boolean change(String taskId, RowChange change, String actor) {
        transaction.requireNone("LocalTasks." + name(change));
        checkTarget(change);
        Optional<RowVersion> row = background(connection -> table.store().row(connection, taskId));
        if (row.isEmpty()) {
            return false;
        }
        long entry = begin(actor, name(change), subject("task " + taskId, change));
        boolean changed = changed(List.of(row.get()), change, entry) == 1;
        if (changed) {
            engine.lookSoon();
        } else {
            forget(entry);
        }
        return changed;
    }

    /** Nothing was done. A database user that may not delete from the audit leaves a line that says so: 0 tasks. */
    private void forget(long entry) {
        try {
            background(connection -> {
                table.audit().remove(connection, entry);
                return null;
            });
        } catch (LocalTaskException e) {
            LOG.debugf(e, "Entry %d of the audit, of something that was not done, could not be removed", entry);
        }
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
        return changePause("pause", destination, actor, connection -> table.pauses().pause(connection, destination, actor));
    }

    /** Undoes {@link #pause}. */
    public boolean resume(String destination, String actor) {
        requireKnown(destination);
        transaction.requireNone("LocalTasks.resume");
        return changePause("resume", destination, actor, connection -> table.pauses().resume(connection, destination));
    }

    private boolean changePause(String action, String destination, String actor, SqlFunction<Connection, Boolean> change) {
        try {
            return background(connection -> Database.inOneTransaction(connection, same -> {
                boolean changed = change.apply(same);
                if (changed) {
                    table.audit().add(same, actor, action, "destination " + destination, 0);
                }
                return changed;
            }));
        } finally {
            engine.lookForPauses();
        }
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
        if (limit < 1 || limit > 1000) {
            throw new IllegalArgumentException("1 to 1000 entries can be asked for, not " + limit);
        }
        return background(connection -> table.audit().list(connection, before, limit));
    }

    /** @return the entry */
    private long begin(String actor, String action, String subject) {
        return background(connection -> table.audit().add(connection, actor, action, subject, 0));
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
