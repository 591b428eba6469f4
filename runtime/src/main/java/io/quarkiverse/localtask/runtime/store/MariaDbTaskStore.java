package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * MariaDB 10.6+ and MySQL from a current 8.0 on, through either driver.
 * <p>
 * Instants are DATETIME(6) in UTC, written and read as local times, so that neither the session's time zone nor the driver's
 * has
 * a say. The clock is UTC_TIMESTAMP(6), which stands still for a statement only.
 * <p>
 * Statements about ids force the primary key: a table whose statistics are from when it was empty would be read whole, and with
 * FOR UPDATE every row of it locked for a moment.
 */
final class MariaDbTaskStore extends PortableTaskStore {

    private static final String NOW = "UTC_TIMESTAMP(6)";
    private static final DateTimeFormatter LITERAL = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS")
            .withZone(ZoneOffset.UTC);

    private static final String ROW = """
            (?, ?, ?, ?, ?, ?, ?, ?, ?, COALESCE(CAST(? AS DATETIME(6)), ${later}), ?, 0, 0, ${now}, ${now})""";

    private static final String INSERT = """
            INSERT INTO ${table} (task_id, task_name, channel, destination, notify_config, payload, content_type, house_number,
                                  status, next_attempt_time, trace_context, attempts, version, create_time, update_time)
            VALUES\s""";

    /*
     * Where the id is known nothing changes, and the drivers report no generated key: LAST_INSERT_ID(0) says so. An error would
     * leave a shared lock behind, and MariaDB's driver writes each one into the log.
     */
    private static final String INSERT_ONE = INSERT + ROW + " ON DUPLICATE KEY UPDATE version = version + LAST_INSERT_ID(0)";

    private static final String CHANGE_BY_ID = "UPDATE ${table}${by-id} SET %s WHERE id = ? AND task_id = ? AND status IN (%s)";

    private static final String IDS = "SELECT id, task_id FROM ${table} WHERE task_id IN (${list:task-ids})";

    /* One short range of the fresh index per house: whether its first row is due decides if there is more to read. */
    private static final String HEAD = "(SELECT " + CANDIDATE + """
            , next_attempt_time <= ${now} AS due
            FROM ${table}
            WHERE status = 0 AND house_number = ? AND id > ?
            ORDER BY id
            LIMIT 1)""";

    /*
     * The next house with waiting rows, and if the first of them is due: one entry of the retry index for each kind of row.
     * One statement for all houses was seen to read every row of the destination (GROUP BY with MIN; the houses as a table
     * to join), or to be slow before it starts (a range per house).
     */
    private static final String NEXT_WAITING = firstOfNextHouse(3) + " UNION ALL " + firstOfNextHouse(5);

    private static String firstOfNextHouse(int status) {
        return "(SELECT house_number, next_attempt_time <= ${now} AS due FROM ${table} WHERE status = " + status + """
                 AND destination = ? AND house_number >= ?
                ORDER BY house_number, next_attempt_time
                LIMIT 1)""";
    }

    /* From one destination to the next, and within it from one house to the next: each an entry of the retry index. */
    private static final String NEXT_DESTINATION = """
            SELECT MIN(destination) FROM ${table} WHERE status = ? AND destination > ?
            """;
    private static final String FIRST_OF_NEXT_HOUSE = """
            SELECT house_number, ${age} AS age, ${overdue} AS overdue
            FROM (SELECT id AS head
                  FROM ${table}
                  WHERE status = ? AND destination = ? AND house_number > ?
                  ORDER BY house_number, next_attempt_time
                  LIMIT 1) h
            STRAIGHT_JOIN ${table}${by-id} ON id = head
            """;
    /*
     * One range of the retry index per destination and house: taken rows whose lease is over, and nothing else. The inner
     * statement reads the index alone, the outer one a row for each that is returned.
     */
    private static final String SUSPECTS = "SELECT " + CANDIDATE + """
            , TRUE AS due
            FROM (SELECT id AS suspect
                  FROM ${table}
                  WHERE status = 1 AND next_attempt_time <= ${now}
                    AND house_number IN (${list:houses}) AND destination IN (${list:destinations})
                  ORDER BY next_attempt_time
                  LIMIT ?) s
            STRAIGHT_JOIN ${table} ON id = suspect
            ORDER BY next_attempt_time
            """;

    /* The rows' values travel as one JSON text, so that the statement does not depend on how many there are. */
    private static final String WRITE_OTHERS = """
            UPDATE JSON_TABLE(?, '$[*]' COLUMNS (id BIGINT PATH '$[0]', status INT PATH '$[1]', attempts INT PATH '$[2]',
                                                 delay BIGINT PATH '$[3]',
                                                 error VARCHAR(500) CHARACTER SET utf8mb4 PATH '$[4]')) o
            STRAIGHT_JOIN ${table} t FORCE INDEX (PRIMARY) ON t.id = o.id
            SET t.status = o.status, t.version = t.version + 1, t.attempts = GREATEST(t.attempts + o.attempts, 0),
                t.next_attempt_time = COALESCE(${now} + INTERVAL o.delay MICROSECOND, t.next_attempt_time),
                t.last_error = COALESCE(o.error, t.last_error), t.update_time = ${now}
            """;

    /* Joined: a DELETE of one table heeds no index hint, and of a small table it reads and locks all rows. */
    private static final String DELETE = """
            DELETE t
            FROM JSON_TABLE(?, '$[*]' COLUMNS (id BIGINT PATH '$[0]')) o
            STRAIGHT_JOIN ${table} t FORCE INDEX (PRIMARY) ON t.id = o.id
            """;

    private static final String COLUMN = """
            SELECT COALESCE(datetime_precision, character_maximum_length)
            FROM information_schema.columns
            WHERE table_schema = ? AND table_name = ? AND column_name = ?
            """;

    private static final String PROBE = "\u20ac\ud83d\ude00";
    private static final String PROBE_IN_UTF_8 = "E282ACF09F9880";
    private static final String SESSION = "SELECT HEX(CONVERT(? USING utf8mb4)), @@sql_safe_updates";

    /* Without transactions a row outlives a rollback; where A is a, one task is taken for another. */
    private static final String STORAGE = """
            SELECT CONCAT('has ENGINE = ', engine, ', expected InnoDB')
            FROM information_schema.tables
            WHERE table_schema = ? AND table_name = ? AND engine <> 'InnoDB'
            UNION ALL
            SELECT CONCAT('has a column ', column_name, ' COLLATE ', collation_name, ', expected utf8mb4_bin or another of'
                          ' utf8mb4 that ends with _bin')
            FROM information_schema.columns
            WHERE table_schema = ? AND table_name = ? AND collation_name NOT LIKE 'utf8mb4%\\_bin'
              AND column_name IN (${list:columns})
            UNION ALL
            SELECT 'has no PRIMARY KEY'
            FROM information_schema.tables t
            WHERE t.table_schema = ? AND t.table_name = ?
              AND NOT EXISTS (SELECT 1 FROM information_schema.statistics s
                              WHERE s.table_schema = t.table_schema AND s.table_name = t.table_name
                                AND s.index_name = 'PRIMARY')
            """;

    /** How many rows travel in one INSERT, and how much text: a packet is 16 MB by default, on MariaDB. */
    private static final int ROWS_AT_ONCE = 64;
    private static final int TEXT_AT_ONCE = 1 << 20;
    private static final int HOUSES_AT_ONCE = 64;
    private static final int TRIES = 4;

    private final String insertOne = sql(INSERT_ONE);
    private final String row = sql(ROW);

    MariaDbTaskStore(String table) {
        super(table, NOW, NOW, NOW + " + INTERVAL ? MICROSECOND", "TIMESTAMPDIFF(MICROSECOND, create_time, " + NOW + ")",
                " FORCE INDEX (PRIMARY)");
    }

    @Override
    Traits traits() {
        return new Traits("mariadb", Set.of("datetime"), List.of(
                "(status, house_number, id)",
                "(status, destination, house_number, next_attempt_time, id)"));
    }

    @Override
    boolean hidesTables() {
        return true;
    }

    /* By our own names: what the drivers call catalog, schema and table depends on their options. */
    @Override
    Place place(Connection connection, String name, ResultSetMetaData table) throws SQLException {
        int dot = name.lastIndexOf('.');
        if (dot >= 0) {
            return new Place(name.substring(0, dot), name.substring(0, dot), name.substring(dot + 1));
        }
        try (PreparedStatement statement = connection.prepareStatement("SELECT DATABASE()");
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new Place(row.getString(1), row.getString(1), name);
        }
    }

    /* The drivers' answers differ, and depend on what they take the server for. */
    @Override
    long size(Connection connection, String name, ResultSetMetaData table, int column, boolean instant) throws SQLException {
        Place place = place(connection, name, table);
        try (PreparedStatement statement = connection.prepareStatement(COLUMN)) {
            statement.setString(1, place.schema());
            statement.setString(2, place.table());
            statement.setString(3, table.getColumnName(column));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    @Override
    List<String> furtherProblems(Connection connection, String name, List<String> columns) throws SQLException {
        List<String> problems = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(SESSION)) {
            statement.setString(1, PROBE);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                if (!PROBE_IN_UTF_8.equals(row.getString(1))) {
                    problems.add("would get other texts than those that are sent: the connection's character set is not UTF-8."
                            + " Take characterEncoding, connectionCollation or character_set_client out of jdbc.url");
                }
                if (row.getBoolean(2)) {
                    problems.add("cannot be written with sql_safe_updates=1: take it out of jdbc.url or the server's settings");
                }
            }
        }
        Place place = place(connection, name, null);
        InList ours = new InList("columns", columns);
        try (PreparedStatement statement = connection.prepareStatement(ours.expand(STORAGE))) {
            int parameter = ours.bind(statement, bind(statement, bind(statement, 1, place), place));
            bind(statement, parameter, place);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    problems.add(row.getString(1));
                }
            }
        }
        return problems;
    }

    private static int bind(PreparedStatement statement, int first, Place place) throws SQLException {
        statement.setString(first, place.schema());
        statement.setString(first + 1, place.table());
        return first + 2;
    }

    @Override
    Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
    }

    /* As text: MySQL's driver cuts the fraction off for a server that it takes for an old one, such as MariaDB. */
    @Override
    void setInstant(PreparedStatement statement, int index, Instant instant) throws SQLException {
        if (instant == null) {
            statement.setNull(index, Types.VARCHAR);
        } else {
            statement.setString(index, LITERAL.format(storable(instant)));
        }
    }

    /*
     * A range lock of somebody who looks at the table at REPEATABLE READ, or a merge of index pages, can end ours. All of it is
     * done again: it has been undone.
     */
    @Override
    <T> T transaction(Connection connection, SqlFunction<Connection, T> work) throws SQLException {
        for (int tries = 1;; tries++) {
            try {
                return super.transaction(connection, work);
            } catch (SQLException e) {
                if (!SqlErrors.isConflict(e) || tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    @Override
    public long[] insert(Connection connection, List<NewTask> tasks, Duration grace) throws SQLException {
        long[] ids = new long[tasks.size()];
        int from = 0;
        while (from < ids.length) {
            int to = endOfPacket(tasks, from);
            List<NewTask> packet = tasks.subList(from, to);
            boolean together = packet.size() > 1 && packet.stream().allMatch(NewTask::generatedId);
            long[] inserted = together ? together(connection, packet, grace) : oneByOne(connection, packet, grace);
            System.arraycopy(inserted, 0, ids, from, inserted.length);
            from = to;
        }
        return ids;
    }

    private static int endOfPacket(List<NewTask> tasks, int from) {
        int to = from + 1;
        int text = tasks.get(from).payload().length();
        while (to < tasks.size() && to - from < ROWS_AT_ONCE && (text += tasks.get(to).payload().length()) <= TEXT_AT_ONCE) {
            to++;
        }
        return to;
    }

    /* One INSERT, and one look at the keys that were drawn. Ids that we have made are in nobody else's row. */
    private long[] together(Connection connection, List<NewTask> tasks, Duration grace) throws SQLException {
        String sql = sql(INSERT) + String.join(",\n", Collections.nCopies(tasks.size(), row));
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int parameter = 1;
            for (NewTask task : tasks) {
                parameter = bind(statement, parameter, task, grace);
            }
            statement.executeUpdate();
        }
        Map<String, Long> keys = keys(connection, tasks.stream().map(NewTask::taskId).toList());
        return tasks.stream().mapToLong(task -> keys.get(task.taskId())).toArray();
    }

    private Map<String, Long> keys(Connection connection, List<String> ids) throws SQLException {
        InList taskIds = new InList("task-ids", ids);
        Map<String, Long> keys = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(taskIds.expand(sql(IDS)))) {
            taskIds.bind(statement, 1);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    keys.put(row.getString("task_id"), row.getLong("id"));
                }
            }
        }
        return keys;
    }

    /*
     * An INSERT that meets a known id locks the gap before it until the caller's transaction ends, and new ids of others may
     * belong there. So known ids are looked for first. What the look does not see, since it comes at the same moment or after
     * the
     * transaction's snapshot, the INSERT does.
     */
    private long[] oneByOne(Connection connection, List<NewTask> tasks, Duration grace) throws SQLException {
        List<String> lookedFor = tasks.stream().filter(task -> !task.generatedId()).map(NewTask::taskId).toList();
        Set<String> known = lookedFor.isEmpty() ? Set.of() : keys(connection, lookedFor).keySet();
        long[] ids = new long[tasks.size()];
        try (PreparedStatement statement = connection.prepareStatement(insertOne, Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 0; i < ids.length; i++) {
                if (!known.contains(tasks.get(i).taskId())) {
                    ids[i] = insertOne(statement, tasks.get(i), grace);
                }
            }
        }
        return ids;
    }

    private long insertOne(PreparedStatement statement, NewTask task, Duration grace) throws SQLException {
        bind(statement, 1, task, grace);
        statement.executeUpdate();
        try (ResultSet key = statement.getGeneratedKeys()) {
            return key.next() ? key.getLong(1) : 0;
        }
    }

    /*
     * Found first, and changed by primary key. An UPDATE by task id locks the gap before it as well, and where it finds no row,
     * the
     * gap where that would be: ids of others belong there.
     */
    @Override
    boolean change(Connection connection, String taskId, String values, String statuses) throws SQLException {
        Long id = keys(connection, List.of(taskId)).get(taskId);
        if (id == null) {
            return false;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql(CHANGE_BY_ID.formatted(values, statuses)))) {
            statement.setLong(1, id);
            statement.setString(2, taskId);
            return statement.executeUpdate() == 1;
        }
    }

    private int bind(PreparedStatement statement, int first, NewTask task, Duration grace) throws SQLException {
        int parameter = first;
        statement.setString(parameter++, task.taskId());
        statement.setString(parameter++, task.name());
        statement.setString(parameter++, task.channel());
        statement.setString(parameter++, task.destination());
        statement.setString(parameter++, task.notifyConfig());
        statement.setString(parameter++, task.payload());
        statement.setString(parameter++, task.contentType());
        statement.setInt(parameter++, task.houseNumber());
        statement.setInt(parameter++, bornAs(task).code());
        setInstant(statement, parameter++, task.notBefore());
        statement.setLong(parameter++, microsUntilDue(task, grace));
        statement.setString(parameter++, task.traceContext());
        return parameter;
    }

    @Override
    public List<Candidate> fresh(Connection connection, int[] houses, long[] afterIds, int limit) throws SQLException {
        Map<Integer, Candidate> heads = heads(connection, houses, afterIds);
        int[] more = IntStream.range(0, houses.length).filter(i -> heads.containsKey(houses[i])).toArray();
        List<Candidate> found = new ArrayList<>();
        int most = limit + houses.length;
        try (PreparedStatement statement = connection.prepareStatement(sql(FRESH))) {
            for (int i : more) {
                if (found.size() >= most) {
                    break;
                }
                Candidate head = heads.get(houses[i]);
                if (head.due()) {
                    statement.setInt(1, houses[i]);
                    statement.setLong(2, afterIds[i]);
                    statement.setInt(3, Math.min(limit, most - found.size()));
                    found.addAll(candidates(statement));
                } else {
                    found.add(head);
                }
            }
        }
        return found;
    }

    private Map<Integer, Candidate> heads(Connection connection, int[] houses, long[] afterIds) throws SQLException {
        Map<Integer, Candidate> heads = new HashMap<>();
        for (int from = 0; from < houses.length; from += HOUSES_AT_ONCE) {
            int to = Math.min(houses.length, from + HOUSES_AT_ONCE);
            String sql = String.join("\nUNION ALL\n", Collections.nCopies(to - from, sql(HEAD)));
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                int parameter = 0;
                for (int i = from; i < to; i++) {
                    statement.setInt(++parameter, houses[i]);
                    statement.setLong(++parameter, afterIds[i]);
                }
                candidates(statement).forEach(head -> heads.put(head.house(), head));
            }
        }
        return heads;
    }

    @Override
    public List<Candidate> retries(Connection connection, int[] houses, Instant[] since, String destination, int limit)
            throws SQLException {
        List<Candidate> found = new ArrayList<>();
        Gap gap = new Gap(0, 0, false);
        try (PreparedStatement statement = connection.prepareStatement(sql(NEXT_WAITING))) {
            statement.setString(1, destination);
            statement.setString(3, destination);
            for (int i = 0; i < houses.length && found.size() < limit; i++) {
                if (gap.holds(houses[i])) {
                    continue;
                }
                statement.setInt(2, houses[i]);
                statement.setInt(4, houses[i]);
                gap = gap(statement, houses[i]);
                if (gap.to() == houses[i] && gap.endsWithDue()) {
                    found.addAll(super.retries(connection, new int[] { houses[i] }, since, destination, limit - found.size()));
                }
            }
        }
        return found;
    }

    /** Houses without waiting rows: from {@code from} on, and before {@code to}. */
    private record Gap(int from, long to, boolean endsWithDue) {

        boolean holds(int house) {
            return from <= house && house < to;
        }
    }

    private static Gap gap(PreparedStatement nextWaiting, int from) throws SQLException {
        long to = Long.MAX_VALUE;
        boolean due = false;
        try (ResultSet row = nextWaiting.executeQuery()) {
            while (row.next()) {
                int house = row.getInt("house_number");
                if (house < to) {
                    to = house;
                    due = row.getBoolean("due");
                } else if (house == to) {
                    due |= row.getBoolean("due");
                }
            }
        }
        return new Gap(from, to, due);
    }

    /* One statement with GROUP BY would read every waiting row. */
    @Override
    public Map<String, Duration> oldestWaiting(Connection connection) throws SQLException {
        Map<String, Long> ages = new TreeMap<>();
        for (int status : new int[] { 1, 3, 5 }) {
            collectAges(connection, status, ages);
        }
        Map<String, Duration> durations = new TreeMap<>();
        ages.forEach((destination, age) -> durations.put(destination, Duration.of(Math.max(0, age), ChronoUnit.MICROS)));
        return durations;
    }

    private void collectAges(Connection connection, int status, Map<String, Long> ages) throws SQLException {
        try (PreparedStatement nextDestination = connection.prepareStatement(sql(NEXT_DESTINATION));
                PreparedStatement nextHouse = connection.prepareStatement(sql(FIRST_OF_NEXT_HOUSE))) {
            nextDestination.setInt(1, status);
            nextHouse.setInt(1, status);
            for (String destination = next(nextDestination, ""); destination != null; destination = next(nextDestination,
                    destination)) {
                nextHouse.setString(2, destination);
                for (Integer house = Integer.MIN_VALUE; house != null;) {
                    nextHouse.setInt(3, house);
                    try (ResultSet row = nextHouse.executeQuery()) {
                        house = row.next() ? Integer.valueOf(row.getInt("house_number")) : null;
                        long age = house == null ? -1 : row.getLong(status == 5 ? "overdue" : "age");
                        if (age >= 0) {
                            ages.merge(destination, age, Math::max);
                        }
                    }
                }
            }
        }
    }

    private static String next(PreparedStatement nextDestination, String after) throws SQLException {
        nextDestination.setString(2, after);
        try (ResultSet row = nextDestination.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    String suspects() {
        return SUSPECTS;
    }

    @Override
    int delete(Connection transaction, Set<Long> ids) throws SQLException {
        try (PreparedStatement statement = transaction.prepareStatement(sql(DELETE))) {
            statement.setString(1, JsonRows.of(new TreeSet<>(ids), id -> Stream.of(id)));
            return statement.executeUpdate();
        }
    }

    @Override
    void writeOthers(Connection transaction, List<OutcomeRow> rows) throws SQLException {
        try (PreparedStatement statement = transaction.prepareStatement(sql(WRITE_OTHERS))) {
            statement.setString(1, JsonRows.of(rows, row -> Stream.of(row.id(), row.status().code(), row.attempts(),
                    row.delay(), row.error())));
            statement.executeUpdate();
        }
    }
}
