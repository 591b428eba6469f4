package io.quarkiverse.localtask.runtime.compensation;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.delivery.Dispatcher;
import io.quarkiverse.localtask.runtime.delivery.OutcomeWriter;
import io.quarkiverse.localtask.runtime.delivery.Spilled;
import io.quarkiverse.localtask.runtime.delivery.TaskInHand;
import io.quarkiverse.localtask.runtime.store.Candidate;
import io.quarkiverse.localtask.runtime.store.ClaimedTask;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.SqlFunction;
import io.quarkiverse.localtask.runtime.store.TaskStore;

/** Claims rows and passes them to the dispatcher: the one way in which compensation sends something. */
final class Claims {

    private final Database database;
    private final TaskStore store;
    private final Dispatcher dispatcher;
    private final OutcomeWriter outcomes;
    private final Duration lease;
    private final UnknownDestinations unknown = new UnknownDestinations();
    private final OddRows odd = new OddRows();
    private final Quiet quiet = new Quiet(System::nanoTime);

    Claims(Database database, TaskStore store, Dispatcher dispatcher, OutcomeWriter outcomes, Duration lease) {
        this.database = database;
        this.store = store;
        this.dispatcher = dispatcher;
        this.outcomes = outcomes;
        this.lease = lease;
    }

    /**
     * Claims as many of the rows as there is room for, in their order. Where rows are locked or somebody else's by now, the
     * next ones
     * take their place.
     *
     * @return what was claimed
     */
    List<ClaimedTask> claim(List<Candidate> rows, Room room) throws SQLException {
        List<ClaimedTask> claimed = new ArrayList<>();
        List<Candidate> rest = rows;
        while (!rest.isEmpty()) {
            List<Candidate> now = new ArrayList<>();
            List<Candidate> later = new ArrayList<>();
            Map<String, Integer> taken = new HashMap<>();
            for (Candidate row : rest) {
                boolean fits = taken.merge(row.destination(), 1, Integer::sum) <= room.of(row.destination());
                (fits ? now : later).add(row);
            }
            if (now.isEmpty()) {
                break;
            }
            claimed.addAll(counted(now.size(), () -> claim(now, room, quiet::left)));
            rest = later;
        }
        return claimed;
    }

    /**
     * Claims a row that may be the reason why its last holder vanished: with nothing else under way, as far as that can be had.
     *
     * @param whenDone runs when this instance is done with the task
     */
    boolean claimSuspect(Candidate row, Room room, Runnable whenDone) throws SQLException {
        boolean claimed = false;
        quiet.begin();
        try {
            claimed = !claim(List.of(row), room, () -> {
                quiet.end();
                whenDone.run();
            }).isEmpty();
        } finally {
            if (!claimed) {
                quiet.end();
            }
        }
        return claimed;
    }

    /** A claim of up to {@code count} rows, for which {@link Quiet#left()} runs when they are done with. */
    private List<ClaimedTask> counted(int count, Claim claim) throws SQLException {
        quiet.claiming(count);
        int unused = count;
        try {
            List<ClaimedTask> claimed = claim.rows();
            unused -= claimed.size();
            return claimed;
        } finally {
            quiet.left(unused);
        }
    }

    @FunctionalInterface
    private interface Claim {

        List<ClaimedTask> rows() throws SQLException;
    }

    private List<ClaimedTask> claim(List<Candidate> rows, Room room, Runnable whenDone) throws SQLException {
        return send(connection -> store.claim(connection, rows, lease), room, whenDone);
    }

    /**
     * Puts rows of the fresh lane that nobody here can send now into the retry lane.
     *
     * @return ids of the rows that were moved
     */
    Set<Long> moveToRetryLane(List<Candidate> rows) throws SQLException {
        Set<Long> moved = database.inTurn(connection -> store.moveToRetryLane(connection, rows));
        rows.stream().filter(row -> moved.contains(row.id())).map(Candidate::destination)
                .filter(name -> dispatcher.destination(name) == null).forEach(unknown::found);
        return moved;
    }

    /** Rows that cannot be claimed, as a number in them cannot be counted up. */
    void leaveAlone(List<Candidate> rows) {
        rows.forEach(row -> odd.found(row.id(), row.taskId(), row.destination(),
                "is left alone: its columns attempts and version cannot be counted up. Set them to 0"));
    }

    void claim(Spilled spilled) throws SQLException {
        int unused = spilled.tasks().size();
        try {
            unused -= counted(unused, () -> send(
                    connection -> store.claimSpilled(connection, spilled.destination(), spilled.tasks(), lease), null,
                    quiet::left)).size();
        } finally {
            dispatcher.releaseClaims(spilled.destination(), unused);
        }
    }

    private List<ClaimedTask> send(SqlFunction<Connection, List<ClaimedTask>> claim, Room room, Runnable whenDone)
            throws SQLException {
        // taken when there is a connection, but before the statement is sent: it must end here before it ends in the database
        long[] start = new long[1];
        List<ClaimedTask> claimed = database.inTurn(connection -> {
            start[0] = System.nanoTime();
            return claim.apply(connection);
        });
        for (ClaimedTask row : claimed) {
            if (room != null) {
                room.use(row.destination());
            }
            submit(row, start[0], whenDone);
        }
        return claimed;
    }

    private void submit(ClaimedTask row, long start, Runnable whenDone) {
        Destination destination = dispatcher.destination(row.destination());
        TaskInHand task;
        try {
            task = TaskInHand.claimed(row, destination, TaskInHand.deadline(start, lease, destination.timeout()), whenDone);
        } catch (RuntimeException e) {
            odd.found(row.id(), row.taskId(), row.destination(), "cannot be read (" + e.getClass().getSimpleName()
                    + "): its attempts fail without being sent. See the columns notify_config and payload");
            dispatcher.releaseClaims(row.destination(), 1);
            outcomes.unreadable(TaskInHand.unreadable(row, destination, whenDone));
            return;
        }
        dispatcher.submitClaimed(task);
    }
}
