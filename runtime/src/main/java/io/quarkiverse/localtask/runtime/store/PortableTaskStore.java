package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;

/**
 * Databases without arrays and without UPDATE … RETURNING. A claim or a write is one short transaction: SELECT … FOR UPDATE
 * SKIP
 * LOCKED by primary key in ascending order, the decision in Java on the locked rows, then one statement for those that get the
 * same values. Nothing waits, since locked rows were skipped and the others are ours.
 * <p>
 * Statements over sets have more placeholders: <code>${list:name}</code>, an IN list; <code>${by-id}</code> behind a table
 * whose
 * rows are found by primary key.
 */
abstract class PortableTaskStore extends JdbcTaskStore {

    /* Due or not: a condition on the due time would make one statement wade through all rows that are not due yet. */
    static final String FRESH = "SELECT " + CANDIDATE + """
            , next_attempt_time <= ${now} AS due
            FROM ${table}
            WHERE status = 0 AND house_number = ? AND id > ?
            ORDER BY id
            LIMIT ?
            """;

    /* Both kinds of waiting rows are a range of their own in the index, which begins with the status. */
    static final String RETRIES = lane(3) + " UNION ALL " + lane(5) + " ORDER BY next_attempt_time, id LIMIT ?";

    private static String lane(int status) {
        return "(SELECT " + CANDIDATE + ", TRUE AS due, next_attempt_time FROM ${table} WHERE status = " + status + """
                 AND destination = ? AND house_number = ? AND next_attempt_time <= ${now}
                ORDER BY next_attempt_time, id LIMIT ?)
                """;
    }

    private static final String SUSPECTS = "SELECT " + CANDIDATE + """
            , TRUE AS due
            FROM ${table}
            WHERE status = 1 AND next_attempt_time <= ${now}
              AND house_number IN (${list:houses}) AND destination IN (${list:destinations})
            ORDER BY next_attempt_time
            LIMIT ?
            """;

    private static final String NEXT_HOUSE = """
            SELECT MIN(house_number) FROM ${table} WHERE status = ? AND house_number > ? AND house_number <= ?
            """;

    private static final String LOCK_OPEN = """
            SELECT ${columns}
            FROM ${table}${by-id}
            WHERE id IN (${list:ids}) AND status IN (0, 1, 3, 5)
            ORDER BY id
            FOR UPDATE SKIP LOCKED
            """;

    private static final String LOCK = """
            SELECT id, version FROM ${table}${by-id} WHERE id IN (${list:ids}) AND %s ORDER BY id FOR UPDATE SKIP LOCKED
            """;

    private static final String CHANGE = "UPDATE ${table}${by-id} SET %s WHERE id IN (${list:ids})";

    private static final String TAKE = """
            UPDATE ${table}${by-id}
            SET status = 1, version = version + 1, attempts = attempts + 1, next_attempt_time = ${later}, update_time = ${now}
            WHERE id IN (${list:ids})
            """;

    private static final String MOVE_TO_RETRY_LANE = """
            UPDATE ${table}${by-id}
            SET status = 3, version = version + 1, next_attempt_time = GREATEST(next_attempt_time, ${now}),
                update_time = ${now}
            WHERE id IN (${list:ids})
            """;

    private static final String MARK_SUCCEEDED = """
            UPDATE ${table}${by-id}
            SET status = 2, attempts = attempts + ?, last_error = NULL, update_time = ${now}
            WHERE id IN (${list:ids})
            """;

    private static final String DELETE = "DELETE FROM ${table} WHERE id IN (${list:ids})";

    private static final String WRITE_OTHER = """
            UPDATE ${table}
            SET status = ?, version = version + 1, attempts = GREATEST(attempts + ?, 0),
                next_attempt_time = COALESCE(${later}, next_attempt_time),
                last_error = COALESCE(?, last_error), update_time = ${now}
            WHERE id = ?
            """;

    private static final String STILL_OPEN = """
            SELECT id, task_id, version, status FROM ${table}${by-id} WHERE id IN (${list:ids}) AND status IN (0, 1, 3, 5)
            """;

    /* Walks the primary key: no index on a finished row's time has to be maintained for every task. */
    private static final String PURGE_STEP = """
            SELECT id, CASE WHEN create_time > ${later} THEN 1 ELSE 0 END AS too_young
            FROM ${table}
            WHERE id > ?
            ORDER BY id
            LIMIT ?
            """;

    private static final String LOCK_OLD = """
            SELECT id
            FROM ${table}${by-id}
            WHERE id > ? AND id <= ?
              AND (status = 2 AND update_time <= ${later}
                OR status = 4 AND update_time <= ${later}
                OR status = 6 AND update_time <= ${later})
            ORDER BY id
            FOR UPDATE SKIP LOCKED
            """;

    /*
     * The first row of each destination and house in the index, of each kind; of scheduled ones only when it is due, and since
     * then.
     */
    private static final String OLDEST_WAITING = "SELECT destination, MAX(age) AS age FROM (\n"
            + heads(1, "${age}") + " UNION ALL " + heads(3, "${age}") + " UNION ALL " + heads(5, "${overdue}") + """
                    ) w
                    WHERE age >= 0
                    GROUP BY destination
                    """;

    private static final String FRESH_HEAD = """
            SELECT id, destination, ${age} AS age FROM ${table} WHERE status = 0 AND house_number = ? AND id >= ? ORDER BY id LIMIT 1
            """;

    private static String heads(int status, String age) {
        return """
                SELECT t.destination, %2$s AS age
                FROM (SELECT destination, house_number, MIN(next_attempt_time) AS due
                      FROM ${table}
                      WHERE status = %1$d
                      GROUP BY destination, house_number) h
                JOIN ${table} t ON t.status = %1$d AND t.destination = h.destination AND t.house_number = h.house_number
                                AND t.next_attempt_time = h.due
                """.formatted(status, age);
    }

    private static final int[] OPEN = { 0, 1, 3, 5 };

    private final String byId;

    private static final String OPEN_ROW = "id, task_id, version, status";

    /** @param byId what makes a statement about ids use the primary key, whatever the statistics say */
    PortableTaskStore(String table, String now, String callersNow, String later, String age, String byId) {
        super(table, now, callersNow, later, age, "?");
        this.byId = byId;
    }

    @Override
    String sql(String template) {
        return super.sql(template.replace("${by-id}", byId));
    }

    /** One short transaction of the background work. */
    <T> T transaction(Connection connection, SqlFunction<Connection, T> work) throws SQLException {
        return inTransaction(connection, work);
    }

    @Override
    public List<Candidate> fresh(Connection connection, int[] houses, long[] afterIds, int limit) throws SQLException {
        List<Candidate> found = new ArrayList<>();
        int most = limit + houses.length;
        try (PreparedStatement statement = connection.prepareStatement(sql(FRESH))) {
            for (int i = 0; i < houses.length && found.size() < most; i++) {
                statement.setInt(1, houses[i]);
                statement.setLong(2, afterIds[i]);
                statement.setInt(3, Math.min(limit, most - found.size()));
                List<Candidate> rows = candidates(statement);
                found.addAll(rows.isEmpty() || rows.get(0).due() ? rows : rows.subList(0, 1));
            }
        }
        return found;
    }

    @Override
    public List<Candidate> retries(Connection connection, int[] houses, Instant[] since, String destination, int limit)
            throws SQLException {
        List<Candidate> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql(RETRIES))) {
            for (int i = 0; i < houses.length && found.size() < limit; i++) {
                int parameter = 0;
                for (int lane = 0; lane < 2; lane++) {
                    statement.setString(++parameter, destination);
                    statement.setInt(++parameter, houses[i]);
                    statement.setInt(++parameter, limit - found.size());
                }
                statement.setInt(++parameter, limit - found.size());
                found.addAll(candidates(statement));
            }
        }
        return found;
    }

    /** Parameters: houses, destinations, limit. */
    String suspects() {
        return SUSPECTS;
    }

    @Override
    public List<Candidate> suspects(Connection connection, int[] houses, Instant since, Collection<String> destinations,
            int limit) throws SQLException {
        if (houses.length == 0 || destinations.isEmpty()) {
            return List.of();
        }
        InList houseList = new InList("houses", IntStream.of(houses).boxed().toList());
        InList destinationList = new InList("destinations", destinations);
        String sql = destinationList.expand(houseList.expand(sql(suspects())));
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int next = destinationList.bind(statement, houseList.bind(statement, 1));
            statement.setInt(next, limit);
            return candidates(statement);
        }
    }

    @Override
    public int[] strayHouses(Connection connection, int houses) throws SQLException {
        Set<Integer> strays = new TreeSet<>();
        try (PreparedStatement statement = connection.prepareStatement(sql(NEXT_HOUSE))) {
            for (int status : OPEN) {
                collectHouses(statement, status, Integer.MIN_VALUE, -1, strays);
                collectHouses(statement, status, houses - 1, Integer.MAX_VALUE, strays);
            }
        }
        return strays.stream().mapToInt(Integer::intValue).toArray();
    }

    /* A loose index scan: the smallest value above the last one, until there is none. */
    private static void collectHouses(PreparedStatement statement, int status, int above, int upTo, Set<Integer> houses)
            throws SQLException {
        statement.setInt(1, status);
        statement.setInt(3, upTo);
        for (int last = above;;) {
            statement.setInt(2, last);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                last = row.getInt(1);
                if (row.wasNull()) {
                    return;
                }
                houses.add(last);
            }
        }
    }

    @Override
    public List<ClaimedTask> claim(Connection connection, List<Candidate> candidates, Duration lease) throws SQLException {
        Map<Long, Candidate> byId = byId(candidates, Candidate::id);
        return take(connection, candidates.stream().map(Candidate::id).toList(), lease,
                (row, task) -> byId.get(row.id()).version() == row.version());
    }

    @Override
    public List<ClaimedTask> claimSpilled(Connection connection, String destination, Collection<SpilledTask> tasks,
            Duration lease) throws SQLException {
        Map<Long, SpilledTask> byId = byId(tasks, SpilledTask::id);
        return take(connection, tasks.stream().map(SpilledTask::id).toList(), lease,
                (row, task) -> row.status() == TaskStatus.PENDING && row.version() == 0
                        && row.taskId().equals(byId.get(row.id()).taskId()) && task.destination().equals(destination));
    }

    private List<ClaimedTask> take(Connection connection, Collection<Long> ids, Duration lease,
            BiPredicate<OpenRow, ClaimedTask> wanted) throws SQLException {
        if (ids.isEmpty()) {
            return List.of();
        }
        return transaction(connection, transaction -> {
            Map<Long, ClaimedTask> taken = new HashMap<>();
            lockOpen(transaction, ids, OPEN_ROW + ", " + PARCEL, row -> {
                ClaimedTask task = claimed(row, 1);
                if (wanted.test(OpenRow.of(row), task)) {
                    taken.put(task.id(), task);
                }
            });
            if (!taken.isEmpty()) {
                update(transaction, TAKE, taken.keySet(), statement -> {
                    setMicros(statement, 1, micros(lease));
                    return 2;
                });
            }
            return ids.stream().map(taken::get).filter(Objects::nonNull).toList();
        });
    }

    @Override
    public Set<Long> moveToRetryLane(Connection connection, List<Candidate> candidates) throws SQLException {
        if (candidates.isEmpty()) {
            return Set.of();
        }
        Map<Long, Candidate> byId = byId(candidates, Candidate::id);
        return transaction(connection, transaction -> {
            Set<Long> moved = new HashSet<>();
            for (OpenRow row : lockOpen(transaction, byId.keySet())) {
                if (row.status() == TaskStatus.PENDING && row.version() == byId.get(row.id()).version()) {
                    moved.add(row.id());
                }
            }
            if (!moved.isEmpty()) {
                update(transaction, MOVE_TO_RETRY_LANE, moved, Binding.NONE);
            }
            return moved;
        });
    }

    @Override
    public Set<Long> write(Connection connection, List<RowOutcome> outcomes, Completion completion) throws SQLException {
        if (outcomes.isEmpty()) {
            return Set.of();
        }
        Map<Long, OutcomeRow> byId = byId(outcomes.stream().map(OutcomeRow::of).toList(), OutcomeRow::id);
        return transaction(connection, transaction -> {
            List<OutcomeRow> matching = lockOpen(transaction, byId.keySet()).stream()
                    .filter(row -> row.matches(byId.get(row.id()))).map(row -> byId.get(row.id())).toList();
            writeSucceeded(transaction, matching.stream().filter(OutcomeRow::isSuccess).toList(), completion);
            List<OutcomeRow> others = matching.stream().filter(row -> !row.isSuccess()).toList();
            if (!others.isEmpty()) {
                writeOthers(transaction, others);
            }
            return matching.stream().map(OutcomeRow::id).collect(Collectors.toSet());
        });
    }

    private void writeSucceeded(Connection transaction, List<OutcomeRow> rows, Completion completion) throws SQLException {
        if (completion == Completion.DELETE) {
            if (!rows.isEmpty()) {
                delete(transaction, ids(rows));
            }
            return;
        }
        Map<Integer, List<OutcomeRow>> byAttempts = rows.stream()
                .collect(Collectors.groupingBy(OutcomeRow::attempts, TreeMap::new, Collectors.toList()));
        for (Map.Entry<Integer, List<OutcomeRow>> group : byAttempts.entrySet()) {
            update(transaction, MARK_SUCCEEDED, ids(group.getValue()), statement -> {
                statement.setInt(1, group.getKey());
                return 2;
            });
        }
    }

    /** Rows that this transaction has locked, each with values of its own. */
    void writeOthers(Connection transaction, List<OutcomeRow> rows) throws SQLException {
        try (PreparedStatement statement = transaction.prepareStatement(sql(WRITE_OTHER))) {
            for (OutcomeRow row : rows) {
                statement.setInt(1, row.status().code());
                statement.setInt(2, row.attempts());
                setMicros(statement, 3, row.delay());
                statement.setString(4, row.error());
                statement.setLong(5, row.id());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** Rows that this transaction has locked. */
    int delete(Connection transaction, Set<Long> ids) throws SQLException {
        return update(transaction, DELETE, ids, Binding.NONE);
    }

    private interface Binding {

        Binding NONE = statement -> 1;

        /** @return the index of the next parameter */
        int bind(PreparedStatement statement) throws SQLException;
    }

    /** One statement for rows that this transaction has locked; what {@code binding} binds comes before the ids. */
    private int update(Connection transaction, String template, Collection<Long> ids, Binding binding) throws SQLException {
        InList list = new InList("ids", new TreeSet<>(ids));
        try (PreparedStatement statement = transaction.prepareStatement(list.expand(sql(template)))) {
            list.bind(statement, binding.bind(statement));
            return statement.executeUpdate();
        }
    }

    @Override
    public Set<Long> stillOpen(Connection connection, List<RowOutcome> outcomes) throws SQLException {
        if (outcomes.isEmpty()) {
            return Set.of();
        }
        Map<Long, OutcomeRow> byId = byId(outcomes.stream().map(OutcomeRow::of).toList(), OutcomeRow::id);
        InList ids = new InList("ids", byId.keySet());
        Set<Long> open = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(ids.expand(sql(STILL_OPEN)))) {
            ids.bind(statement, 1);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    OutcomeRow outcome = byId.get(row.getLong("id"));
                    if (OpenRow.of(row).matches(outcome)) {
                        open.add(outcome.id());
                    }
                }
            }
        }
        return open;
    }

    /* The retry index begins with the status, and holds all rows. */
    @Override
    Walk.Lane lane(TaskStatus status) {
        return new Walk.Lane("status = " + status.code(), KEYS, true);
    }

    @Override
    public int change(Connection connection, List<RowVersion> rows, RowChange change) throws SQLException {
        return transaction(connection, transaction -> {
            Set<Long> locked = new HashSet<>();
            Map<Long, Integer> versions = rows.stream().collect(Collectors.toMap(RowVersion::id, RowVersion::version));
            InList list = new InList("ids", new TreeSet<>(versions.keySet()));
            String lock = LOCK.formatted(allowed(change));
            try (PreparedStatement statement = transaction.prepareStatement(list.expand(sql(lock)))) {
                list.bind(statement, 1);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        if (versions.get(row.getLong(1)) == row.getInt(2)) {
                            locked.add(row.getLong(1));
                        }
                    }
                }
            }
            return locked.isEmpty() ? 0
                    : update(transaction, CHANGE.formatted(values(change)), locked, statement -> bind(statement, change));
        });
    }

    @Override
    public Map<String, Duration> oldestWaiting(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql(OLDEST_WAITING))) {
            return ages(statement);
        }
    }

    @Override
    public List<FreshHead> freshHeads(Connection connection, long[] from) throws SQLException {
        List<FreshHead> heads = new ArrayList<>();
        try (PreparedStatement head = connection.prepareStatement(sql(FRESH_HEAD))) {
            for (int house = 0; house < from.length; house++) {
                head.setInt(1, house);
                head.setLong(2, from[house]);
                try (ResultSet row = head.executeQuery()) {
                    if (row.next()) {
                        heads.add(freshHead(house, row));
                    }
                }
            }
        }
        return heads;
    }

    @Override
    public PurgeStep purge(Connection connection, long afterId, int limit, Retention retention) throws SQLException {
        Cutoffs cutoffs = Cutoffs.of(retention);
        if (cutoffs.youngest() == null) {
            return new PurgeStep(afterId, 0, true);
        }
        int lookedAt = 0;
        long lastId = afterId;
        boolean tooYoung = false;
        try (PreparedStatement statement = connection.prepareStatement(sql(PURGE_STEP))) {
            setMicros(statement, 1, cutoffs.youngest());
            statement.setLong(2, afterId);
            statement.setInt(3, limit);
            try (ResultSet row = statement.executeQuery()) {
                for (; row.next(); lookedAt++) {
                    lastId = row.getLong("id");
                    tooYoung = row.getInt("too_young") == 1;
                }
            }
        }
        int deleted = lookedAt == 0 ? 0 : deleteOld(connection, afterId, lastId, cutoffs);
        return new PurgeStep(lastId, deleted, lookedAt < limit || tooYoung);
    }

    private int deleteOld(Connection connection, long afterId, long lastId, Cutoffs cutoffs) throws SQLException {
        return transaction(connection, transaction -> {
            Set<Long> old = new HashSet<>();
            try (PreparedStatement lock = transaction.prepareStatement(sql(LOCK_OLD))) {
                lock.setLong(1, afterId);
                lock.setLong(2, lastId);
                setMicros(lock, 3, cutoffs.succeeded());
                setMicros(lock, 4, cutoffs.dead());
                setMicros(lock, 5, cutoffs.cancelled());
                try (ResultSet row = lock.executeQuery()) {
                    while (row.next()) {
                        old.add(row.getLong("id"));
                    }
                }
            }
            return old.isEmpty() ? 0 : delete(transaction, old);
        });
    }

    private List<OpenRow> lockOpen(Connection transaction, Collection<Long> ids) throws SQLException {
        List<OpenRow> rows = new ArrayList<>();
        lockOpen(transaction, ids, OPEN_ROW, row -> rows.add(OpenRow.of(row)));
        return rows;
    }

    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    private void lockOpen(Connection transaction, Collection<Long> ids, String columns, RowReader reader) throws SQLException {
        InList list = new InList("ids", new TreeSet<>(ids));
        String sql = list.expand(sql(LOCK_OPEN.replace("${columns}", columns)));
        try (PreparedStatement statement = transaction.prepareStatement(sql)) {
            list.bind(statement, 1);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    reader.read(row);
                }
            }
        }
    }

    private static Set<Long> ids(List<OutcomeRow> rows) {
        return rows.stream().map(OutcomeRow::id).collect(Collectors.toSet());
    }

    private static <T> Map<Long, T> byId(Collection<T> rows, Function<T, Long> id) {
        return rows.stream().collect(Collectors.toMap(id, row -> row, (first, second) -> first, TreeMap::new));
    }

    /** A row that is not terminal, without what is sent. */
    private record OpenRow(long id, String taskId, int version, TaskStatus status) {

        static OpenRow of(ResultSet row) throws SQLException {
            return new OpenRow(row.getLong("id"), row.getString("task_id"), row.getInt("version"),
                    TaskStatus.of(row.getInt("status")));
        }

        boolean matches(OutcomeRow outcome) {
            return outcome.taskId().equals(taskId) && (outcome.isSuccess() || outcome.version() == version);
        }
    }
}
