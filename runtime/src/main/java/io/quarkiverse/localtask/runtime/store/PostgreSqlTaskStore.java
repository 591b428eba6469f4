package io.quarkiverse.localtask.runtime.store;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;

/**
 * PostgreSQL. Sets of rows travel as arrays, so that a statement's text and its plan do not depend on how many there are.
 * <p>
 * The clock is {@code statement_timestamp()}: {@code now()} stands still for a whole transaction, {@code clock_timestamp()} is
 * volatile and cannot be an index condition.
 * <p>
 * Claims and writes pick their rows through a LATERAL subquery with its own FOR UPDATE: the planner cannot turn such a subquery
 * into a join, so that each row is one probe of the primary key whatever the statistics of a table that fills and empties all
 * day say. A locked row is skipped, therefore no statement waits. {@code MATERIALIZED} makes the picking happen exactly once.
 */
final class PostgreSqlTaskStore extends JdbcTaskStore {

    private static final String INSERT = """
            INSERT INTO ${table} (task_id, task_name, channel, destination, notify_config, payload, content_type, house_number,
                                  status, next_attempt_time, attempts, version, create_time, update_time)
            """;

    private static final String INSERT_ONE = INSERT + """
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, COALESCE(?, ${later}), 0, 0, ${now}, ${now})
            ON CONFLICT (task_id) DO NOTHING
            RETURNING id
            """;

    /* ORDER BY before the identity is drawn: ids ascend in the order of the list. */
    private static final String INSERT_MANY = INSERT + """
            SELECT n.task_id, n.task_name, n.channel, n.destination, n.notify_config, n.payload, n.content_type, n.house_number,
                   n.status, COALESCE(n.not_before, ${now} + n.delay * interval '1 microsecond'), 0, 0, ${now}, ${now}
            FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int[], ?::int[],
                        ?::timestamptz[], ?::bigint[])
                 WITH ORDINALITY AS n (task_id, task_name, channel, destination, notify_config, payload, content_type,
                                       house_number, status, not_before, delay, position)
            ORDER BY n.position
            ON CONFLICT (task_id) DO NOTHING
            RETURNING id, task_id
            """;

    /*
     * One short range of the fresh index per house, from behind its cursor. Due or not: a condition on the due time would make
     * one
     * statement wade through all rows that are not due yet. For the order see RETRIES.
     */
    private static final String FRESH = """
            SELECT c.id, c.version, c.task_id, c.task_name, c.destination, c.house_number, c.status, c.attempts,
                   c.next_attempt_time <= ${now} AS due
            FROM unnest(?::int[], ?::bigint[]) WITH ORDINALITY AS h (house, after_id, position)
            CROSS JOIN LATERAL (
                SELECT t.*
                FROM ${table} t
                WHERE t.status = 0 AND t.house_number = h.house AND t.id > h.after_id
                ORDER BY t.id
                LIMIT ?) c
            LIMIT ?
            """;

    /*
     * One short range of the retry index per house, read in index order: rows of other destinations and houses, and rows that
     * are not due, are never touched. No ORDER BY outside: a LATERAL with a LIMIT can only be a nested loop, which visits the
     * houses in the array's order and stops at the outer LIMIT; sorting would read every house first.
     */
    private static final String RETRIES = """
            SELECT c.id, c.version, c.task_id, c.task_name, c.destination, c.house_number, c.status, c.attempts, TRUE AS due
            FROM unnest(?::int[]) WITH ORDINALITY AS h (house, position)
            CROSS JOIN LATERAL (
                SELECT t.*
                FROM ${table} t
                WHERE t.destination = ? AND t.house_number = h.house AND t.status IN (3, 5) AND t.next_attempt_time <= ${now}
                ORDER BY t.next_attempt_time, t.id
                LIMIT ?) c
            LIMIT ?
            """;

    /* The suspect index holds what is in flight anywhere: read from the oldest lease on, the rest is a filter. */
    private static final String SUSPECTS = "SELECT " + CANDIDATE + """
            , TRUE AS due
            FROM ${table}
            WHERE status = 1 AND next_attempt_time <= ${now} AND house_number = ANY (?) AND destination = ANY (?)
            ORDER BY next_attempt_time
            LIMIT ?
            """;

    /*
     * Loose index scans: min() above the last value jumps to the next one. The fresh index begins with the house; the retry
     * index begins with the destination, so that it takes one walk over the destinations, and one over the stray houses of
     * each. Taken rows matter once their lease is over; those are few.
     */
    private static final String STRAY_HOUSES = """
            WITH RECURSIVE fresh (house) AS (
                (SELECT min(house_number) FROM ${table} WHERE status = 0)
                UNION ALL
                SELECT (SELECT min(house_number) FROM ${table}
                        WHERE status = 0 AND house_number > CASE WHEN f.house BETWEEN -1 AND b.houses - 2 THEN b.houses - 1
                                                                 ELSE f.house END)
                FROM fresh f, bound b
                WHERE f.house IS NOT NULL
            ), bound (houses) AS (
                SELECT ?::int
            ), destinations (name) AS (
                (SELECT min(destination) FROM ${table} WHERE status IN (3, 5))
                UNION ALL
                SELECT (SELECT min(destination) FROM ${table} WHERE status IN (3, 5) AND destination > d.name)
                FROM destinations d
                WHERE d.name IS NOT NULL
            ), retry (name, house) AS (
                SELECT d.name, (SELECT min(house_number) FROM ${table} WHERE status IN (3, 5) AND destination = d.name)
                FROM destinations d
                WHERE d.name IS NOT NULL
                UNION ALL
                SELECT r.name,
                       (SELECT min(house_number) FROM ${table}
                        WHERE status IN (3, 5) AND destination = r.name
                          AND house_number > CASE WHEN r.house BETWEEN -1 AND b.houses - 2 THEN b.houses - 1
                                                  ELSE r.house END)
                FROM retry r, bound b
                WHERE r.house IS NOT NULL
            )
            SELECT s.house
            FROM (SELECT house FROM fresh
                  UNION
                  SELECT house FROM retry
                  UNION
                  SELECT house_number FROM ${table} WHERE status = 1 AND next_attempt_time <= ${now}) s, bound b
            WHERE s.house < 0 OR s.house >= b.houses
            ORDER BY s.house
            """;

    private static final String TAKE = """
            UPDATE ${table}
            SET status = 1, version = version + 1, attempts = attempts + 1, next_attempt_time = ${later}, update_time = ${now}
            WHERE id = ANY (ARRAY(SELECT id FROM picked))
            RETURNING
            """ + CLAIMED;

    private static final String CLAIM = """
            WITH picked AS MATERIALIZED (
                SELECT p.id
                FROM unnest(?::bigint[], ?::int[]) AS c (id, version)
                CROSS JOIN LATERAL (
                    SELECT t.id
                    FROM ${table} t
                    WHERE t.id = c.id AND t.version = c.version AND t.status IN (0, 1, 3, 5)
                    FOR UPDATE SKIP LOCKED) p
            )
            """ + TAKE;

    private static final String CLAIM_SPILLED = """
            WITH picked AS MATERIALIZED (
                SELECT p.id
                FROM unnest(?::bigint[]) AS c (id)
                CROSS JOIN LATERAL (
                    SELECT t.id
                    FROM ${table} t
                    WHERE t.id = c.id AND t.version = 0 AND t.status = 0
                    FOR UPDATE SKIP LOCKED) p
            )
            """ + TAKE;

    private static final String MOVE_TO_RETRY_LANE = """
            WITH picked AS MATERIALIZED (
                SELECT p.id
                FROM unnest(?::bigint[], ?::int[]) AS c (id, version)
                CROSS JOIN LATERAL (
                    SELECT t.id
                    FROM ${table} t
                    WHERE t.id = c.id AND t.version = c.version AND t.status = 0
                    FOR UPDATE SKIP LOCKED) p
            )
            UPDATE ${table}
            SET status = 3, version = version + 1, next_attempt_time = ${now}, update_time = ${now}
            WHERE id = ANY (ARRAY(SELECT id FROM picked))
            """;

    /* A success does not look at the version: a late one finishes a row that somebody else has claimed meanwhile. */
    private static final String PICK_SUCCEEDED = """
            WITH picked AS MATERIALIZED (
                SELECT p.id, o.attempts
                FROM unnest(?::bigint[], ?::text[], ?::int[]) AS o (id, task_id, attempts)
                CROSS JOIN LATERAL (
                    SELECT t.id
                    FROM ${table} t
                    WHERE t.id = o.id AND t.task_id = o.task_id AND t.status IN (0, 1, 3, 5)
                    FOR UPDATE SKIP LOCKED) p
            )
            """;

    private static final String MARK_SUCCEEDED = PICK_SUCCEEDED + """
            UPDATE ${table} t
            SET status = 2, attempts = t.attempts + p.attempts, last_error = NULL, update_time = ${now}
            FROM picked p
            WHERE t.id = p.id
            RETURNING t.id
            """;

    private static final String DELETE_SUCCEEDED = PICK_SUCCEEDED + """
            DELETE FROM ${table}
            WHERE id = ANY (ARRAY(SELECT id FROM picked))
            RETURNING id
            """;

    private static final String WRITE_OTHERS = """
            WITH picked AS MATERIALIZED (
                SELECT o.*
                FROM unnest(?::bigint[], ?::text[], ?::int[], ?::int[], ?::int[], ?::bigint[], ?::text[])
                     AS o (id, task_id, version, status, attempts, delay, error)
                CROSS JOIN LATERAL (
                    SELECT t.id
                    FROM ${table} t
                    WHERE t.id = o.id AND t.task_id = o.task_id AND t.version = o.version AND t.status IN (0, 1, 3, 5)
                    FOR UPDATE SKIP LOCKED) p
            )
            UPDATE ${table} t
            SET status = p.status, version = t.version + 1, attempts = GREATEST(t.attempts + p.attempts, 0),
                next_attempt_time = COALESCE(${now} + p.delay * interval '1 microsecond', t.next_attempt_time),
                last_error = COALESCE(p.error, t.last_error), update_time = ${now}
            FROM picked p
            WHERE t.id = p.id
            RETURNING t.id
            """;

    private static final String STILL_OPEN = """
            SELECT o.id
            FROM unnest(?::bigint[], ?::text[], ?::int[]) AS o (id, task_id, version)
            CROSS JOIN LATERAL (
                SELECT t.id
                FROM ${table} t
                WHERE t.id = o.id AND t.task_id = o.task_id AND (o.version IS NULL OR t.version = o.version)
                  AND t.status IN (0, 1, 3, 5)
                LIMIT 1) t
            """;

    /*
     * Walks the primary key: no index on a finished row's time has to be maintained for every task. The age is asked again of
     * the locked row, since it may have been redelivered meanwhile.
     */
    private static final String PURGE = """
            WITH step AS MATERIALIZED (
                SELECT id, create_time FROM ${table} WHERE id > ? ORDER BY id LIMIT ?
            ), picked AS MATERIALIZED (
                SELECT p.id
                FROM step s
                CROSS JOIN LATERAL (
                    SELECT t.id
                    FROM ${table} t
                    WHERE t.id = s.id
                      AND (t.status = 2 AND t.update_time <= ${later}
                        OR t.status = 4 AND t.update_time <= ${later}
                        OR t.status = 6 AND t.update_time <= ${later})
                    FOR UPDATE SKIP LOCKED) p
            ), gone AS (
                DELETE FROM ${table} WHERE id = ANY (ARRAY(SELECT id FROM picked)) RETURNING id
            )
            SELECT (SELECT count(*) FROM step) AS looked_at, (SELECT max(id) FROM step) AS last_id,
                   (SELECT count(*) FROM gone) AS deleted,
                   (SELECT s.create_time > ${later} FROM step s ORDER BY s.id DESC LIMIT 1) AS too_young
            """;

    private static final String SCHEMA_OF = """
            SELECT n.nspname
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.oid = to_regclass(?)
            """;

    private final String insertOne = sql(INSERT_ONE);
    private final String insertMany = sql(INSERT_MANY);
    private final String fresh = sql(FRESH);
    private final String retries = sql(RETRIES);
    private final String suspects = sql(SUSPECTS);
    private final String strayHouses = sql(STRAY_HOUSES);
    private final String claim = sql(CLAIM);
    private final String claimSpilled = sql(CLAIM_SPILLED);
    private final String moveToRetryLane = sql(MOVE_TO_RETRY_LANE);
    private final String markSucceeded = sql(MARK_SUCCEEDED);
    private final String deleteSucceeded = sql(DELETE_SUCCEEDED);
    private final String writeOthers = sql(WRITE_OTHERS);
    private final String stillOpen = sql(STILL_OPEN);
    private final String purge = sql(PURGE);

    PostgreSqlTaskStore(String table) {
        super(table, "statement_timestamp()", "statement_timestamp() + ?::bigint * interval '1 microsecond'");
    }

    @Override
    Traits traits() {
        return new Traits(Set.of("timestamptz"), List.of(
                "(house_number, id) WHERE status = 0",
                "(destination, house_number, next_attempt_time, id) WHERE status IN (3, 5)",
                "(next_attempt_time) WHERE status = 1"));
    }

    /* The driver does not tell; a table without a schema is found by the search path, not always in its first schema. */
    @Override
    String schemaOf(Connection connection, String name, ResultSetMetaData table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SCHEMA_OF)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }

    @Override
    public long[] insert(Connection connection, List<NewTask> tasks, Duration grace) throws SQLException {
        return switch (tasks.size()) {
            case 0 -> new long[0];
            case 1 -> new long[] { insertOne(connection, tasks.get(0), grace) };
            default -> insertMany(connection, tasks, grace);
        };
    }

    private long insertOne(Connection connection, NewTask task, Duration grace) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insertOne)) {
            statement.setString(1, task.taskId());
            statement.setString(2, task.name());
            statement.setString(3, task.channel());
            statement.setString(4, task.destination());
            statement.setString(5, task.notifyConfig());
            statement.setString(6, task.payload());
            statement.setString(7, task.contentType());
            statement.setInt(8, task.houseNumber());
            statement.setInt(9, bornAs(task).code());
            setInstant(statement, 10, task.notBefore());
            statement.setLong(11, microsUntilDue(task, grace));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getLong("id") : 0;
            }
        }
    }

    private long[] insertMany(Connection connection, List<NewTask> tasks, Duration grace) throws SQLException {
        Map<String, Long> inserted = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(insertMany)) {
            Rows<NewTask> rows = new Rows<>(statement, tasks);
            rows.text(NewTask::taskId).text(NewTask::name).text(NewTask::channel).text(NewTask::destination)
                    .text(NewTask::notifyConfig).text(NewTask::payload).text(NewTask::contentType)
                    .ints(NewTask::houseNumber).ints(task -> bornAs(task).code())
                    .instants(NewTask::notBefore).longs(task -> microsUntilDue(task, grace));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    inserted.put(row.getString("task_id"), row.getLong("id"));
                }
            }
        }
        // The first of equal ids in the list is the one that went in.
        return tasks.stream().map(task -> inserted.remove(task.taskId())).mapToLong(id -> id == null ? 0 : id).toArray();
    }

    @Override
    public List<Candidate> fresh(Connection connection, int[] houses, long[] afterIds, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(fresh)) {
            statement.setArray(1, houses(connection, houses));
            statement.setArray(2, connection.createArrayOf("int8", java.util.Arrays.stream(afterIds).boxed().toArray()));
            statement.setInt(3, limit);
            statement.setInt(4, limit);
            return candidates(statement);
        }
    }

    @Override
    public List<Candidate> retries(Connection connection, int[] houses, String destination, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(retries)) {
            statement.setArray(1, houses(connection, houses));
            statement.setString(2, destination);
            statement.setInt(3, limit);
            statement.setInt(4, limit);
            return candidates(statement);
        }
    }

    @Override
    public List<Candidate> suspects(Connection connection, int[] houses, Collection<String> destinations, int limit)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(suspects)) {
            statement.setArray(1, houses(connection, houses));
            statement.setArray(2, connection.createArrayOf("text", destinations.toArray()));
            statement.setInt(3, limit);
            return candidates(statement);
        }
    }

    @Override
    public int[] strayHouses(Connection connection, int houses) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(strayHouses)) {
            statement.setInt(1, houses);
            Stream.Builder<Integer> strays = Stream.builder();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    strays.add(row.getInt(1));
                }
            }
            return strays.build().mapToInt(Integer::intValue).toArray();
        }
    }

    @Override
    public List<ClaimedTask> claim(Connection connection, List<Candidate> candidates, Duration lease) throws SQLException {
        if (candidates.isEmpty()) {
            return List.of();
        }
        try (PreparedStatement statement = connection.prepareStatement(claim)) {
            new Rows<>(statement, candidates).longs(Candidate::id).ints(Candidate::version);
            statement.setLong(3, micros(lease));
            return claimed(statement, candidates.stream().map(Candidate::id).toList());
        }
    }

    @Override
    public List<ClaimedTask> claimSpilled(Connection connection, Collection<Long> ids, Duration lease) throws SQLException {
        if (ids.isEmpty()) {
            return List.of();
        }
        try (PreparedStatement statement = connection.prepareStatement(claimSpilled)) {
            new Rows<>(statement, ids).longs(id -> id);
            statement.setLong(2, micros(lease));
            return claimed(statement, ids);
        }
    }

    /* RETURNING promises no order: the rows come back in the order they were asked for. */
    private static List<ClaimedTask> claimed(PreparedStatement statement, Collection<Long> order) throws SQLException {
        Map<Long, ClaimedTask> byId = new LinkedHashMap<>();
        order.forEach(id -> byId.put(id, null));
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                ClaimedTask task = claimed(row, 0);
                byId.put(task.id(), task);
            }
        }
        byId.values().removeIf(task -> task == null);
        return new ArrayList<>(byId.values());
    }

    @Override
    public void moveToRetryLane(Connection connection, List<Candidate> candidates) throws SQLException {
        if (candidates.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(moveToRetryLane)) {
            new Rows<>(statement, candidates).longs(Candidate::id).ints(Candidate::version);
            statement.executeUpdate();
        }
    }

    @Override
    public Set<Long> write(Connection connection, List<RowOutcome> outcomes, Completion completion) throws SQLException {
        List<OutcomeRow> rows = outcomes.stream().map(OutcomeRow::of).toList();
        List<OutcomeRow> succeeded = rows.stream().filter(OutcomeRow::isSuccess).toList();
        List<OutcomeRow> others = rows.stream().filter(row -> !row.isSuccess()).toList();
        if (succeeded.isEmpty() && others.isEmpty()) {
            return Set.of();
        }
        if (others.isEmpty()) {
            return writeSucceeded(connection, succeeded, completion);
        }
        if (succeeded.isEmpty()) {
            return writeOthers(connection, others);
        }
        // Both or neither: the caller could not tell which half of a failed call was written.
        return inTransaction(connection, transaction -> {
            Set<Long> written = writeSucceeded(transaction, succeeded, completion);
            written.addAll(writeOthers(transaction, others));
            return written;
        });
    }

    private Set<Long> writeSucceeded(Connection connection, List<OutcomeRow> rows, Completion completion)
            throws SQLException {
        String sql = completion == Completion.DELETE ? deleteSucceeded : markSucceeded;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            new Rows<>(statement, rows).longs(OutcomeRow::id).text(OutcomeRow::taskId).ints(OutcomeRow::attempts);
            return ids(statement);
        }
    }

    private Set<Long> writeOthers(Connection connection, List<OutcomeRow> rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(writeOthers)) {
            new Rows<>(statement, rows).longs(OutcomeRow::id).text(OutcomeRow::taskId).ints(OutcomeRow::version)
                    .ints(row -> row.status().code()).ints(OutcomeRow::attempts).longs(OutcomeRow::delay)
                    .text(OutcomeRow::error);
            return ids(statement);
        }
    }

    @Override
    public Set<Long> stillOpen(Connection connection, List<RowOutcome> outcomes) throws SQLException {
        if (outcomes.isEmpty()) {
            return Set.of();
        }
        List<OutcomeRow> rows = outcomes.stream().map(OutcomeRow::of).toList();
        try (PreparedStatement statement = connection.prepareStatement(stillOpen)) {
            new Rows<>(statement, rows).longs(OutcomeRow::id).text(OutcomeRow::taskId)
                    .ints(row -> row.isSuccess() ? null : row.version());
            return ids(statement);
        }
    }

    @Override
    public PurgeStep purge(Connection connection, long afterId, int limit, Retention retention) throws SQLException {
        Cutoffs cutoffs = Cutoffs.of(retention);
        if (cutoffs.youngest() == null) {
            return new PurgeStep(afterId, 0, true);
        }
        try (PreparedStatement statement = connection.prepareStatement(purge)) {
            statement.setLong(1, afterId);
            statement.setInt(2, limit);
            setMicros(statement, 3, cutoffs.succeeded());
            setMicros(statement, 4, cutoffs.dead());
            setMicros(statement, 5, cutoffs.cancelled());
            setMicros(statement, 6, cutoffs.youngest());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                int lookedAt = row.getInt("looked_at");
                return new PurgeStep(lookedAt == 0 ? afterId : row.getLong("last_id"), row.getInt("deleted"),
                        lookedAt < limit || row.getBoolean("too_young"));
            }
        }
    }

    private static Set<Long> ids(PreparedStatement statement) throws SQLException {
        Set<Long> ids = new HashSet<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                ids.add(row.getLong(1));
            }
        }
        return ids;
    }

    private static Array houses(Connection connection, int[] houses) throws SQLException {
        return connection.createArrayOf("int4", Arrays.stream(houses).boxed().toArray());
    }

    /** Binds the columns of some rows as arrays, from the first parameter on. */
    private static final class Rows<T> {

        private final PreparedStatement statement;
        private final Collection<T> rows;
        private int parameter;

        Rows(PreparedStatement statement, Collection<T> rows) {
            this.statement = statement;
            this.rows = rows;
        }

        Rows<T> longs(Function<T, Long> column) throws SQLException {
            return bind("int8", column);
        }

        Rows<T> ints(Function<T, Integer> column) throws SQLException {
            return bind("int4", column);
        }

        Rows<T> text(Function<T, String> column) throws SQLException {
            return bind("text", column);
        }

        Rows<T> instants(Function<T, Instant> column) throws SQLException {
            return bind("timestamptz",
                    column.andThen(instant -> instant == null ? null : storable(instant).toString()));
        }

        private Rows<T> bind(String type, Function<T, ?> column) throws SQLException {
            Object[] values = rows.stream().map(column).toArray();
            statement.setArray(++parameter, statement.getConnection().createArrayOf(type, values));
            return this;
        }
    }
}
