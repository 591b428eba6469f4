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
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;

/** PostgreSQL: every operation is one statement, sets of rows travel as arrays. */
final class PostgreSqlTaskStore extends JdbcTaskStore {

    private final String insertOne = sql(PostgreSqlStatements.INSERT_ONE);
    private final String insertNew = sql(PostgreSqlStatements.INSERT_NEW);
    private final String insertMany = sql(PostgreSqlStatements.INSERT_MANY);
    private final String fresh = sql(PostgreSqlStatements.FRESH);
    private final String retries = sql(PostgreSqlStatements.RETRIES);
    private final String suspects = sql(PostgreSqlStatements.SUSPECTS);
    private final String strayHouses = sql(PostgreSqlStatements.STRAY_HOUSES);
    private final String claim = sql(PostgreSqlStatements.CLAIM);
    private final String claimSpilled = sql(PostgreSqlStatements.CLAIM_SPILLED);
    private final String moveToRetryLane = sql(PostgreSqlStatements.MOVE_TO_RETRY_LANE);
    private final String markSucceeded = sql(PostgreSqlStatements.awaited(PostgreSqlStatements.MARK_SUCCEEDED));
    private final String markSucceededOnly = sql(PostgreSqlStatements.notAwaited(PostgreSqlStatements.MARK_SUCCEEDED));
    private final String deleteSucceeded = sql(PostgreSqlStatements.awaited(PostgreSqlStatements.DELETE_SUCCEEDED));
    private final String deleteSucceededOnly = sql(PostgreSqlStatements.notAwaited(PostgreSqlStatements.DELETE_SUCCEEDED));
    private final String writeOthers = sql(PostgreSqlStatements.WRITE_OTHERS);
    private final String stillOpen = sql(PostgreSqlStatements.STILL_OPEN);
    private final String oldestWaiting = sql(PostgreSqlStatements.OLDEST_WAITING);
    private final String freshHeads = sql(PostgreSqlStatements.FRESH_HEADS);
    private final String purge = sql(PostgreSqlStatements.PURGE);

    PostgreSqlTaskStore(String table) {
        super(table, "statement_timestamp()", "statement_timestamp()",
                "statement_timestamp() + ?::bigint * interval '1 microsecond'",
                "(EXTRACT(EPOCH FROM statement_timestamp() - create_time) * 1000000)::bigint",
                "(SELECT ?::bigint)");
    }

    @Override
    Traits traits() {
        return new Traits("postgresql", Set.of("timestamptz"), List.of(
                "(house_number, id) WHERE status = 0",
                "(destination, house_number, next_attempt_time, id) WHERE status IN (3, 5)",
                "(next_attempt_time) WHERE status = 1",
                "(status, destination, house_number, next_attempt_time, id) WHERE status IN (4, 6)"));
    }

    /* The driver does not tell; a table without a schema is found by the search path, not always in its first schema. */
    @Override
    Place place(Connection connection, String name, ResultSetMetaData table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PostgreSqlStatements.SCHEMA_OF)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new Place(null, row.getString(1), table.getTableName(1));
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
        try (PreparedStatement statement = connection.prepareStatement(task.generatedId() ? insertNew : insertOne)) {
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
            statement.setString(12, task.traceContext());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getLong("id") : 0;
            }
        }
    }

    private long[] insertMany(Connection connection, List<NewTask> tasks, Duration grace) throws SQLException {
        Map<String, Long> inserted = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(insertMany)) {
            ArrayRows<NewTask> rows = new ArrayRows<>(statement, tasks);
            rows.text(NewTask::taskId).text(NewTask::name).text(NewTask::channel).text(NewTask::destination)
                    .text(NewTask::notifyConfig).text(NewTask::payload).text(NewTask::contentType)
                    .ints(NewTask::houseNumber).ints(task -> bornAs(task).code())
                    .instants(NewTask::notBefore).longs(task -> microsUntilDue(task, grace))
                    .text(NewTask::traceContext);
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
            statement.setArray(2, connection.createArrayOf("int8", LongStream.of(afterIds).boxed().toArray()));
            statement.setInt(3, limit);
            statement.setInt(4, limit + houses.length);
            return candidates(statement);
        }
    }

    @Override
    public List<Candidate> retries(Connection connection, int[] houses, Instant[] since, String destination, int limit)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(retries)) {
            statement.setArray(1, houses(connection, houses));
            statement.setArray(2, connection.createArrayOf("timestamptz",
                    Arrays.stream(since).map(PostgreSqlTaskStore::timestamp).toArray()));
            statement.setString(3, destination);
            statement.setInt(4, limit);
            statement.setInt(5, limit);
            return candidates(statement);
        }
    }

    @Override
    public List<Candidate> suspects(Connection connection, int[] houses, Instant since, Collection<String> destinations,
            int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(suspects)) {
            statement.setString(1, timestamp(since));
            statement.setArray(2, houses(connection, houses));
            statement.setArray(3, connection.createArrayOf("text", destinations.toArray()));
            statement.setInt(4, limit);
            return candidates(statement);
        }
    }

    private static String timestamp(Instant time) {
        return time.equals(Instant.MIN) ? "-infinity" : time.toString();
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
            new ArrayRows<>(statement, candidates).longs(Candidate::id).ints(Candidate::version);
            statement.setLong(3, micros(lease));
            return claimed(statement, candidates.stream().map(Candidate::id).toList());
        }
    }

    @Override
    public List<ClaimedTask> claimSpilled(Connection connection, String destination, Collection<SpilledTask> tasks,
            Duration lease) throws SQLException {
        if (tasks.isEmpty()) {
            return List.of();
        }
        try (PreparedStatement statement = connection.prepareStatement(claimSpilled)) {
            new ArrayRows<>(statement, tasks).longs(SpilledTask::id).text(SpilledTask::taskId);
            statement.setString(3, destination);
            statement.setLong(4, micros(lease));
            return claimed(statement, tasks.stream().map(SpilledTask::id).toList());
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
    boolean comparesRows() {
        return true;
    }

    @Override
    Walk.Lane lane(TaskStatus status) {
        return switch (status) {
            case PENDING -> new Walk.Lane("status = 0", List.of("house_number", "id"), true);
            case CLAIMED -> new Walk.Lane("status = 1", List.of("next_attempt_time", "id"), true);
            case FAILED, SCHEDULED -> new Walk.Lane("status IN (3, 5)", KEYS, false);
            case DEAD, CANCELLED -> new Walk.Lane("status = " + status.code(), KEYS, true);
            case SUCCEEDED -> new Walk.Lane("id > 0", List.of("id"), false);
        };
    }

    @Override
    public int change(Connection connection, List<RowVersion> rows, RowChange change) throws SQLException {
        String sql = sql(PostgreSqlStatements.CHANGE.formatted(values(change), allowed(change)));
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int next = bind(statement, change);
            statement.setArray(next, connection.createArrayOf("int8", rows.stream().map(RowVersion::id).toArray()));
            statement.setArray(next + 1, connection.createArrayOf("int4", rows.stream().map(RowVersion::version).toArray()));
            return statement.executeUpdate();
        }
    }

    @Override
    public Map<String, Duration> oldestWaiting(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(oldestWaiting)) {
            return ages(statement);
        }
    }

    @Override
    public List<FreshHead> freshHeads(Connection connection, long[] from) throws SQLException {
        List<FreshHead> heads = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(freshHeads)) {
            statement.setArray(1, connection.createArrayOf("int8", LongStream.of(from).boxed().toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    heads.add(freshHead(row.getInt("house"), row));
                }
            }
        }
        return heads;
    }

    @Override
    public Set<Long> moveToRetryLane(Connection connection, List<Candidate> candidates) throws SQLException {
        if (candidates.isEmpty()) {
            return Set.of();
        }
        try (PreparedStatement statement = connection.prepareStatement(moveToRetryLane)) {
            new ArrayRows<>(statement, candidates).longs(Candidate::id).ints(Candidate::version);
            return ids(statement);
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
            return writeSucceeded(connection, succeeded,
                    completion == Completion.DELETE ? deleteSucceededOnly : markSucceededOnly);
        }
        if (succeeded.isEmpty()) {
            return writeOthers(connection, others);
        }
        // Both or neither: the caller could not tell which half of a failed call was written.
        return inTransaction(connection, transaction -> {
            Set<Long> written = writeSucceeded(transaction, succeeded,
                    completion == Completion.DELETE ? deleteSucceeded : markSucceeded);
            written.addAll(writeOthers(transaction, others));
            return written;
        });
    }

    private Set<Long> writeSucceeded(Connection connection, List<OutcomeRow> rows, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            new ArrayRows<>(statement, rows).longs(OutcomeRow::id).text(OutcomeRow::taskId).ints(OutcomeRow::attempts);
            return ids(statement);
        }
    }

    private Set<Long> writeOthers(Connection connection, List<OutcomeRow> rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(writeOthers)) {
            new ArrayRows<>(statement, rows).longs(OutcomeRow::id).text(OutcomeRow::taskId).ints(OutcomeRow::version)
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
            new ArrayRows<>(statement, rows).longs(OutcomeRow::id).text(OutcomeRow::taskId)
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
            statement.setInt(3, limit);
            setMicros(statement, 4, cutoffs.succeeded());
            setMicros(statement, 5, cutoffs.dead());
            setMicros(statement, 6, cutoffs.cancelled());
            setMicros(statement, 7, cutoffs.youngest());
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
}
