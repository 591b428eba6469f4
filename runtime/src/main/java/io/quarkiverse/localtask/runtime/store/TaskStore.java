package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;

/**
 * The task table of one kind of database. All SQL of that kind is in its implementation; the callers own the connection.
 * <p>
 * {@link #insert}, {@link #find}, {@link #redeliver} and {@link #cancel} run on the application's connection, usually in its
 * transaction. All other methods are given a connection in auto-commit mode that nobody else uses; each is one short statement
 * or
 * transaction, never waits for a row lock, and leaves the connection in auto-commit mode. Due times and leases use the
 * database's
 * clock at the statement.
 */
public interface TaskStore {

    /** Width of the column {@code last_error}, in characters. */
    int MAX_ERROR_LENGTH = 500;

    /**
     * Inserts rows, in the given order, in one round trip where the driver can. A PENDING row is born leased: due after
     * {@code grace}.
     *
     * @return the rows' primary keys in the same order; 0 where the task id was there already (committed, or earlier in this
     *         very
     *         list)
     */
    long[] insert(Connection connection, List<NewTask> tasks, Duration grace) throws SQLException;

    /** @return the task as this connection sees it */
    Optional<Task> find(Connection connection, String taskId) throws SQLException;

    /** FAILED, DEAD or CANCELLED becomes FAILED, due now, attempts 0, version + 1. @return whether there was such a row */
    boolean redeliver(Connection connection, String taskId) throws SQLException;

    /** A row that is not terminal becomes CANCELLED, version + 1. @return whether there was such a row */
    boolean cancel(Connection connection, String taskId) throws SQLException;

    /**
     * One step of a list: looks at the next {@code lookAt} rows of a status at most, in the order of an index, and says which
     * of them are meant.
     *
     * @param after the place behind which to look, or {@code null}: from the beginning
     * @param changedBefore rows that were changed since then are not meant; {@code null}: they are
     * @return every row that was looked at; fewer than {@code lookAt}: there are no more
     */
    List<Listed> list(Connection connection, TaskFilter filter, TaskStatus status, ListKey after, Instant changedBefore,
            int lookAt) throws SQLException;

    /**
     * Changes those of the rows that are as they were, that nobody holds a lock on, and for which the change is allowed: see
     * {@link RowChange}.
     *
     * @return how many
     */
    int change(Connection connection, List<RowVersion> rows, RowChange change) throws SQLException;

    /** @return what of the task is sent */
    Optional<Parcel> parcel(Connection connection, String taskId) throws SQLException;

    /** @return the task's row */
    Optional<RowVersion> row(Connection connection, String taskId) throws SQLException;

    /**
     * Fresh lane: the next PENDING rows, house by house in the given order, and within a house in id order from behind
     * {@code afterIds[i]}: up to {@code limit} of each house, or only the first one where that is not due, since rows of a
     * house are
     * born with the same grace and so become due nearly in the order of their ids. At most {@code limit} rows and one per house
     * in
     * all, so that houses behind the last one in the result were not looked at when there are that many.
     */
    List<Candidate> fresh(Connection connection, int[] houses, long[] afterIds, int limit) throws SQLException;

    /**
     * Retry lane: FAILED and SCHEDULED rows of one destination in these houses that are due, oldest due first within a house.
     * The
     * houses are visited in the given order. The cost does not grow with rows of other destinations or houses, or not yet due.
     *
     * @param since for each house: rows that were due before need not be found, there are none; so that a database that keeps
     *        dead entries may begin behind them. {@link Instant#MIN}: from the beginning
     */
    List<Candidate> retries(Connection connection, int[] houses, Instant[] since, String destination, int limit)
            throws SQLException;

    /**
     * Suspects: CLAIMED rows of these destinations and houses whose lease is over, oldest first.
     *
     * @param since those whose lease was over before need not be found, there are none. {@link Instant#MIN}: from the beginning
     */
    List<Candidate> suspects(Connection connection, int[] houses, Instant since, Collection<String> destinations, int limit)
            throws SQLException;

    /** @return the database's clock */
    Instant now(Connection connection) throws SQLException;

    /**
     * @return house numbers below 0 or from {@code houses} up that have rows which are not terminal, in ascending order;
     *         CLAIMED
     *         rows may count only once their lease is over. Costs a few index probes each, and one per destination
     */
    int[] strayHouses(Connection connection, int houses) throws SQLException;

    /**
     * Claims rows: CLAIMED, version + 1, attempts + 1, due again after {@code lease}. Takes a row only if version is still what
     * it
     * was, it is not terminal, and nobody holds a lock on it.
     */
    List<ClaimedTask> claim(Connection connection, List<Candidate> candidates, Duration lease) throws SQLException;

    /**
     * The same for PENDING rows of version 0, due or not: what their owner has spilled. A row that has been sent elsewhere by
     * hand, to another destination than it was spilled for, is left to the scan.
     */
    List<ClaimedTask> claimSpilled(Connection connection, String destination, Collection<SpilledTask> tasks, Duration lease)
            throws SQLException;

    /**
     * Moves PENDING rows that nobody can send now to the retry lane: FAILED, due now or when they were due before,
     * version + 1, no attempt counted.
     *
     * @return ids of the rows that were moved; the others are locked or have changed
     */
    Set<Long> moveToRetryLane(Connection connection, List<Candidate> candidates) throws SQLException;

    /**
     * Writes outcomes: SUCCEEDED to rows that are not terminal (or deletes them); FAILED and DEAD, version + 1, only where
     * version
     * matches and the row is not terminal; PENDING hands back: FAILED, due now, attempts - 1, version + 1, where version
     * matches.
     *
     * @return ids of the rows that were written; the others are locked, gone, terminal or fenced off: see {@link #stillOpen}
     */
    Set<Long> write(Connection connection, List<RowOutcome> outcomes, Completion completion) throws SQLException;

    /** @return ids of those outcomes that would still match their row, without looking at locks */
    Set<Long> stillOpen(Connection connection, List<RowOutcome> outcomes) throws SQLException;

    /**
     * How long the oldest of those tasks of each destination has been waiting that are claimed, or wait for their time: since
     * it was inserted, or, where it is scheduled, since it was due. Looks at a few rows for each destination and house, those
     * that are due first: a task in a long backoff is not seen while younger ones are due before it. Costs as much, whatever
     * the number of rows.
     */
    Map<String, Duration> oldestWaiting(Connection connection) throws SQLException;

    /**
     * The first fresh row of each house.
     *
     * @param from ids, by house number: rows before them are not looked at, and the dead index entries that they left are not
     *        stepped over
     */
    List<FreshHead> freshHeads(Connection connection, long[] from) throws SQLException;

    /** @param age since it was inserted */
    record FreshHead(int house, long id, String destination, Duration age) {
    }

    /** One bounded step of the purge: looks at the next {@code limit} rows after {@code afterId} by primary key. */
    PurgeStep purge(Connection connection, long afterId, int limit, Retention retention) throws SQLException;

    /**
     * How long finished rows are kept; {@code null}: for ever.
     */
    record Retention(Duration succeeded, Duration dead, Duration cancelled) {
    }

    /**
     * What a step of the purge did.
     *
     * @param lastId the last id it looked at
     * @param deleted how many rows it deleted
     * @param finished nothing behind {@code lastId} can be old enough yet, or there is nothing
     */
    record PurgeStep(long lastId, int deleted, boolean finished) {
    }
}
