package io.quarkiverse.localtask.runtime.compensation;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.delivery.Dispatcher;
import io.quarkiverse.localtask.runtime.delivery.OutcomeWriter;
import io.quarkiverse.localtask.runtime.delivery.TaskInHand;
import io.quarkiverse.localtask.runtime.store.Candidate;
import io.quarkiverse.localtask.runtime.store.ClaimedTask;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.TaskStore;

/** Claims rows and passes them to the dispatcher: the one way in which a scan sends something. */
final class Claims {

    private static final Logger LOG = Logger.getLogger(Claims.class);

    private final Database database;
    private final TaskStore store;
    private final Dispatcher dispatcher;
    private final OutcomeWriter outcomes;
    private final Duration lease;

    Claims(Database database, TaskStore store, Dispatcher dispatcher, OutcomeWriter outcomes, Duration lease) {
        this.database = database;
        this.store = store;
        this.dispatcher = dispatcher;
        this.outcomes = outcomes;
        this.lease = lease;
    }

    List<ClaimedTask> claim(List<Candidate> rows) throws SQLException {
        return claim(rows, () -> {
        });
    }

    /** @param whenDone runs once for each claimed task, when this instance is done with it */
    List<ClaimedTask> claim(List<Candidate> rows, Runnable whenDone) throws SQLException {
        if (rows.isEmpty()) {
            return List.of();
        }
        // before the statement is sent, so that it ends here before it ends in the database
        long deadline = System.nanoTime() + lease.toNanos();
        List<ClaimedTask> claimed = database.background(connection -> store.claim(connection, rows, lease));
        submit(claimed, deadline, whenDone);
        return claimed;
    }

    List<ClaimedTask> claimSpilled(Collection<Long> ids) throws SQLException {
        long deadline = System.nanoTime() + lease.toNanos();
        List<ClaimedTask> claimed = database.background(connection -> store.claimSpilled(connection, ids, lease));
        submit(claimed, deadline, () -> {
        });
        return claimed;
    }

    private void submit(List<ClaimedTask> claimed, long deadline, Runnable whenDone) {
        for (ClaimedTask row : claimed) {
            Destination destination = dispatcher.destination(row.destination());
            TaskInHand task;
            try {
                task = TaskInHand.claimed(row, destination, deadline, whenDone);
            } catch (RuntimeException e) {
                LOG.warnf("Task '%s' to destination '%s' cannot be read: %s", row.taskId(), row.destination(), e.getMessage());
                outcomes.unreadable(TaskInHand.unreadable(row, destination, whenDone));
                continue;
            }
            dispatcher.submitClaimed(task);
        }
    }
}
