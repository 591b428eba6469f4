package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskStatus;

/**
 * What all databases have in common: the mapping of rows, and the statements about one row or one house.
 * <p>
 * Statements are written with placeholders: <code>${table}</code>; <code>${now}</code>, the database's clock at the statement
 * where it is a short transaction of our own; <code>${callers-now}</code>, the same in a caller's transaction, however long
 * that
 * has been open; <code>${later}</code>, <code>${now}</code> plus one parameter in microseconds; <code>${age}</code>, the
 * microseconds since the row was inserted; <code>${overdue}</code>, since it was due; <code>${limit}</code>, one
 * parameter that limits the rows of a scan which must follow its index.
 */
abstract class JdbcTaskStore implements TaskStore, TestedTable {

    static final String CANDIDATE = "id, version, task_id, task_name, destination, house_number, status, attempts, last_error";
    static final String PARCEL = "task_name, destination, notify_config, payload, content_type, attempts, trace_context, ${age} AS age";
    static final String CLAIMED = "id, version, task_id, " + PARCEL;

    private static final String FIND = """
            SELECT task_id, task_name, destination, status, attempts, house_number, next_attempt_time, last_error,
                   create_time, update_time
            FROM ${table}
            WHERE task_id = ?
            """;

    /** The keys of an index in whose order the rows of one destination and house are listed by their due times. */
    static final List<String> KEYS = List.of("destination", "house_number", "next_attempt_time", "id");

    private static final String PARCEL_OF = "SELECT payload, content_type, notify_config FROM ${table} WHERE task_id = ?";

    private static final String ROW_OF = "SELECT id, version FROM ${table} WHERE task_id = ?";

    static final String REDIRECT = """
            destination = ?, channel = ?, attempts = 0, version = version + 1,
            next_attempt_time = CASE status WHEN 5 THEN next_attempt_time ELSE ${now} END,
            status = CASE status WHEN 5 THEN 5 ELSE 3 END, update_time = ${now}""";
    /** It must not say itself where it goes. */
    static final String REDIRECTABLE = "(notify_config IS NULL OR notify_config NOT LIKE '{\"target\":%')";

    private static final String CHANGE = "UPDATE ${table} SET %s WHERE task_id = ? AND status IN (%s)";

    static final String REDELIVER = """
            status = 3, attempts = 0, version = version + 1, next_attempt_time = ${callers-now}, update_time = ${callers-now}""";
    /* A leased row (0, 1) is refused: its holder may be sending it at this moment. */
    private static final String REDELIVERABLE = "3, 4, 6";

    static final String CANCEL = "status = 6, version = version + 1, update_time = ${callers-now}";
    private static final String CANCELLABLE = "0, 1, 3, 5";

    private static final String TO_DO = """
            SELECT task_id, task_name, destination, status, attempts, house_number, next_attempt_time, last_error,
                   create_time, update_time, next_attempt_time <= ${now} AS due
            FROM ${table}
            WHERE status IN (0, 1) OR status IN (3, 5) AND next_attempt_time <= ${now}
            ORDER BY due DESC, id
            LIMIT ?
            """;

    private static final String LOCK_WAITING = """
            SELECT id FROM ${table} WHERE status IN (0, 3, 5) ORDER BY id FOR UPDATE SKIP LOCKED
            """;

    private static final String MAKE_DUE = """
            UPDATE ${table}
            SET status = 3, version = version + 1, next_attempt_time = ${now}, update_time = ${now}
            WHERE id = ?
            """;

    private static final String LOCK_ALL = "SELECT id FROM ${table} ORDER BY id FOR UPDATE SKIP LOCKED";

    private static final String DELETE_ONE = "DELETE FROM ${table} WHERE id = ?";

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");
    /* In nanoseconds it is still a long: H2 counts them. */
    private static final Duration LONGEST = Duration.ofDays(100_000);

    private final String table;
    private final String now;
    private final String callersNow;
    private final String later;
    private final String age;
    private final String limit;

    JdbcTaskStore(String table, String now, String callersNow, String later, String age, String limit) {
        this.table = table;
        this.now = now;
        this.callersNow = callersNow;
        this.later = later;
        this.age = age;
        this.limit = limit;
    }

    String sql(String template) {
        return template.replace("${table}", table).replace("${now}", now).replace("${callers-now}", callersNow)
                .replace("${later}", later).replace("${age}", age)
                .replace("${overdue}", age.replace("create_time", "next_attempt_time"))
                .replace("${limit}", limit);
    }

    /**
     * What the check of the schema must know about this kind of database.
     *
     * @param dialect the name of its DDL file
     * @param instantTypes names of types that hold an instant, in lower case
     * @param laneIndexes the indexes that scans need, as {@code (columns)} or {@code (columns) WHERE condition}
     */
    record Traits(String dialect, Set<String> instantTypes, List<String> laneIndexes) {
    }

    abstract Traits traits();

    /** @return whether a role without any right to a table is not told if it exists */
    boolean hidesTables() {
        return false;
    }

    /**
     * Where the driver's metadata has a table.
     *
     * @param catalog may be {@code null}
     * @param schema may be {@code null}
     */
    record Place(String catalog, String schema, String table) {
    }

    /** @return the place in which {@code SELECT * FROM name} found the table, whose metadata this is */
    Place place(Connection connection, String name, ResultSetMetaData table) throws SQLException {
        String catalog = table.getCatalogName(1);
        return new Place(catalog == null || catalog.isEmpty() ? null : catalog, table.getSchemaName(1), table.getTableName(1));
    }

    /** @return how many characters the column holds, or digits behind the second where it holds an instant */
    long size(Connection connection, String name, ResultSetMetaData table, int column, boolean instant) throws SQLException {
        return instant ? table.getScale(column) : table.getPrecision(column);
    }

    /**
     * @param columns those that are ours
     * @return what else is wrong with a table or with the connection, each as the rest of a sentence about the table
     */
    List<String> furtherProblems(Connection connection, String name, List<String> columns) throws SQLException {
        return List.of();
    }

    @Override
    public Optional<Task> find(Connection connection, String taskId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql(FIND))) {
            statement.setString(1, taskId);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(task(row)) : Optional.empty();
            }
        }
    }

    /** @return whether the database reads {@code (a, b) > (?, ?)} as a range of an index */
    boolean comparesRows() {
        return false;
    }

    /** @return where the rows of a status lie */
    abstract Walk.Lane lane(TaskStatus status);

    @Override
    public List<Listed> list(Connection connection, TaskFilter filter, TaskStatus status, ListKey after,
            Instant changedBefore, int lookAt) throws SQLException {
        Walk walk = new Walk(this, lane(status), filter, status, after, changedBefore, lookAt);
        List<Listed> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(walk.sql())) {
            walk.bind(statement);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    Task task = task(row);
                    found.add(new Listed(new ListKey(status, task.destination(), task.houseNumber(), task.nextAttemptTime(),
                            row.getLong("id")), row.getInt("version"), task, row.getInt("meant") == 1,
                            row.getInt("redirectable") == 1));
                }
            }
        }
        return found;
    }

    @Override
    public Optional<Parcel> parcel(Connection connection, String taskId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql(PARCEL_OF))) {
            statement.setString(1, taskId);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(new Parcel(row.getString("payload"), row.getString("content_type"),
                        row.getString("notify_config"))) : Optional.empty();
            }
        }
    }

    @Override
    public Optional<RowVersion> row(Connection connection, String taskId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql(ROW_OF))) {
            statement.setString(1, taskId);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(new RowVersion(row.getLong(1), row.getInt(2))) : Optional.empty();
            }
        }
    }

    /** @return what the change sets; of {@link RowChange.Redirect} with two parameters */
    static String values(RowChange change) {
        String values = change instanceof RowChange.Redeliver ? REDELIVER
                : change instanceof RowChange.Cancel ? CANCEL : REDIRECT;
        // in a transaction of our own, which is short
        return values.replace("${callers-now}", "${now}");
    }

    /** @return the condition for rows that the change may be made to */
    static String allowed(RowChange change) {
        String statuses = "status IN (" + String.join(", ", change.allowed().stream().map(TaskStatus::code).sorted()
                .map(String::valueOf).toList()) + ")";
        return change instanceof RowChange.Redirect ? statuses + " AND " + REDIRECTABLE : statuses;
    }

    /** @return the index of the next parameter */
    static int bind(PreparedStatement statement, RowChange change) throws SQLException {
        if (change instanceof RowChange.Redirect redirect) {
            statement.setString(1, redirect.destination());
            statement.setString(2, redirect.channel());
            return 3;
        }
        return 1;
    }

    @Override
    public boolean redeliver(Connection connection, String taskId) throws SQLException {
        return change(connection, taskId, sql(REDELIVER), REDELIVERABLE);
    }

    @Override
    public boolean cancel(Connection connection, String taskId) throws SQLException {
        return change(connection, taskId, sql(CANCEL), CANCELLABLE);
    }

    /**
     * In a caller's transaction.
     *
     * @param values what is set
     * @param statuses those that the row may have
     */
    boolean change(Connection connection, String taskId, String values, String statuses) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql(CHANGE.formatted(values, statuses)))) {
            statement.setString(1, taskId);
            return statement.executeUpdate() == 1;
        }
    }

    @Override
    public List<ToDo> toDo(Connection connection, int limit) throws SQLException {
        List<ToDo> tasks = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql(TO_DO))) {
            statement.setInt(1, limit);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    tasks.add(new ToDo(task(row), row.getBoolean("due")));
                }
            }
        }
        return tasks;
    }

    @Override
    public void makeDue(Connection connection) throws SQLException {
        onUnlocked(connection, LOCK_WAITING, MAKE_DUE);
    }

    @Override
    public void deleteAll(Connection connection) throws SQLException {
        onUnlocked(connection, LOCK_ALL, DELETE_ONE);
    }

    private void onUnlocked(Connection connection, String lock, String change) throws SQLException {
        inTransaction(connection, transaction -> {
            try (PreparedStatement locking = transaction.prepareStatement(sql(lock));
                    PreparedStatement changing = transaction.prepareStatement(sql(change))) {
                try (ResultSet row = locking.executeQuery()) {
                    while (row.next()) {
                        changing.setLong(1, row.getLong(1));
                        changing.addBatch();
                    }
                }
                return changing.executeBatch();
            }
        });
    }

    private Task task(ResultSet row) throws SQLException {
        return new Task(row.getString("task_id"), row.getString("task_name"), row.getString("destination"),
                TaskStatus.of(row.getInt("status")), row.getInt("attempts"), row.getInt("house_number"),
                instant(row, "next_attempt_time"), row.getString("last_error"), instant(row, "create_time"),
                instant(row, "update_time"));
    }

    @Override
    public Instant now(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql("SELECT ${now} AS now"));
                ResultSet row = statement.executeQuery()) {
            row.next();
            return instant(row, "now");
        }
    }

    /** @param statement of rows with the columns destination and age, in microseconds */
    static Map<String, Duration> ages(PreparedStatement statement) throws SQLException {
        Map<String, Duration> ages = new TreeMap<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                ages.put(row.getString("destination"), Duration.of(row.getLong("age"), ChronoUnit.MICROS));
            }
        }
        return ages;
    }

    /** @param row with the columns id, destination and age, in microseconds */
    static FreshHead freshHead(int house, ResultSet row) throws SQLException {
        return new FreshHead(house, row.getLong("id"), row.getString("destination"),
                Duration.of(Math.max(0, row.getLong("age")), ChronoUnit.MICROS));
    }

    static List<Candidate> candidates(PreparedStatement statement) throws SQLException {
        List<Candidate> candidates = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                candidates.add(new Candidate(row.getLong("id"), row.getInt("version"), row.getString("task_id"),
                        row.getString("task_name"), row.getString("destination"), row.getInt("house_number"),
                        TaskStatus.of(row.getInt("status")), row.getInt("attempts"), row.getString("last_error"),
                        row.getBoolean("due")));
            }
        }
        return candidates;
    }

    /** @param counted 1 where the row was read before its claim was written, else 0 */
    static ClaimedTask claimed(ResultSet row, int counted) throws SQLException {
        return new ClaimedTask(row.getLong("id"), row.getString("task_id"), row.getString("task_name"),
                row.getString("destination"), row.getString("notify_config"), row.getString("payload"),
                row.getString("content_type"), row.getInt("attempts") + counted, row.getInt("version") + counted,
                row.getString("trace_context"), Duration.of(Math.max(0, row.getLong("age")), ChronoUnit.MICROS));
    }

    /** Reads an instant independently of the JVM's and the session's time zone. */
    Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    /** Binds an instant, or NULL, independently of the JVM's and the session's time zone. */
    void setInstant(PreparedStatement statement, int index, Instant instant) throws SQLException {
        if (instant == null) {
            statement.setNull(index, Types.TIMESTAMP_WITH_TIMEZONE);
        } else {
            statement.setObject(index, storable(instant).atOffset(ZoneOffset.UTC), Types.TIMESTAMP_WITH_TIMEZONE);
        }
    }

    static void setMicros(PreparedStatement statement, int index, Long micros) throws SQLException {
        if (micros == null) {
            statement.setNull(index, Types.BIGINT);
        } else {
            statement.setLong(index, micros);
        }
    }

    /** @return the instant in the columns' resolution, and not beyond what every database can hold */
    static Instant storable(Instant instant) {
        if (instant.isAfter(LATEST)) {
            return LATEST;
        }
        return instant.isBefore(Instant.EPOCH) ? Instant.EPOCH : instant.truncatedTo(ChronoUnit.MICROS);
    }

    static Long micros(Duration duration) {
        if (duration == null) {
            return null;
        }
        Duration bounded = duration.compareTo(LONGEST) > 0 ? LONGEST : duration.isNegative() ? Duration.ZERO : duration;
        return bounded.toNanos() / 1_000;
    }

    /** Until a new row is due, where it names no instant: its own delay, or the grace it is leased for. */
    static long microsUntilDue(NewTask task, Duration grace) {
        return micros(task.delay() == null ? grace : task.delay());
    }

    static TaskStatus bornAs(NewTask task) {
        return task.isScheduled() ? TaskStatus.SCHEDULED : TaskStatus.PENDING;
    }

    /** One transaction on a connection in auto-commit mode, which it is in again afterwards. */
    static <T> T inTransaction(Connection connection, SqlFunction<Connection, T> work) throws SQLException {
        connection.setAutoCommit(false);
        try {
            T result = work.apply(connection);
            connection.commit();
            connection.setAutoCommit(true);
            return result;
        } catch (SQLException | RuntimeException failure) {
            try {
                connection.rollback();
                connection.setAutoCommit(true);
            } catch (SQLException alsoFailed) {
                failure.addSuppressed(alsoFailed);
            }
            throw failure;
        }
    }
}
