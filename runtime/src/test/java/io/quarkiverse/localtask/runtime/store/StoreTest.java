package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;

/** The contract of {@link TaskStore}: an empty task table on each database, and words to talk about it. */
abstract class StoreTest {

    static final String TABLE = "local_task_message";
    static final Duration GRACE = Duration.ofSeconds(30);
    static final Duration LEASE = Duration.ofSeconds(60);

    @Parameter
    TestDatabase database;

    DataSource dataSource;
    TaskStore store;
    /** In auto-commit mode, as background work has it. */
    Connection connection;

    @BeforeEach
    void createTable() throws SQLException {
        dataSource = database.empty();
        store = TaskStores.of(database.dbKind, TABLE);
        connection = dataSource.getConnection();
        for (String statement : DdlScript.of(TaskStores.jdbc(database.dbKind, TABLE).traits().dialect(), TableNames.of(TABLE))
                .statements()) {
            execute(statement);
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    Connection transaction() throws SQLException {
        Connection transaction = dataSource.getConnection();
        transaction.setAutoCommit(false);
        return transaction;
    }

    /** Holds the row's lock until the transaction ends. */
    static void lock(Connection transaction, long id) throws SQLException {
        try (Statement statement = transaction.createStatement()) {
            statement.executeQuery("SELECT id FROM " + TABLE + " WHERE id = " + id + " FOR UPDATE").next();
        }
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    long count(String where) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + TABLE + " WHERE " + where)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** @return the clock of due times, as an expression */
    String now() {
        return TaskStores.jdbc(database.dbKind, TABLE).sql("${now}");
    }

    Instant databaseTime() throws SQLException {
        JdbcTaskStore words = TaskStores.jdbc(database.dbKind, TABLE);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(words.sql("SELECT ${now} AS at"))) {
            row.next();
            return words.instant(row, "at");
        }
    }

    static NewTask task(String id) {
        return task(id, "partner", 0);
    }

    static NewTask task(String id, String destination, int house) {
        return new NewTask(id, "Orders.place", "http", destination, null, "{\"id\":1}", "application/json", house, null, null,
                null,
                false);
    }

    static NewTask delayed(String id, String destination, int house, Duration delay) {
        return new NewTask(id, "Orders.place", "http", destination, null, "{}", "application/json", house, delay, null, null,
                false);
    }

    static NewTask notBefore(String id, String destination, int house, Instant notBefore) {
        return new NewTask(id, "Orders.place", "http", destination, null, "{}", "application/json", house, null, notBefore,
                null,
                false);
    }

    static List<NewTask> tasks(int count) {
        return IntStream.range(0, count).mapToObj(i -> task("task-" + i)).toList();
    }

    long insert(NewTask task) throws SQLException {
        return store.insert(connection, List.of(task), GRACE)[0];
    }

    long insert(String id) throws SQLException {
        return insert(task(id));
    }

    /** A row in that status, due an hour ago, with that many attempts; its version is the number of attempts. */
    long insert(String id, TaskStatus status, int attempts) throws SQLException {
        return insert(task(id), status, attempts);
    }

    long insert(NewTask task, TaskStatus status, int attempts) throws SQLException {
        long id = insert(task);
        execute("UPDATE " + TABLE + " SET status = " + status.code() + ", attempts = " + attempts + ", version = " + attempts
                + ", next_attempt_time = next_attempt_time - INTERVAL '1' HOUR WHERE id = " + id);
        return id;
    }

    Task find(String taskId) throws SQLException {
        return store.find(connection, taskId).orElseThrow();
    }

    int version(long id) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT version FROM " + TABLE + " WHERE id = " + id)) {
            row.next();
            return row.getInt(1);
        }
    }

    /** A lap looks at everything. */
    static Instant[] sinceEver(int[] houses) {
        Instant[] since = new Instant[houses.length];
        Arrays.fill(since, Instant.MIN);
        return since;
    }

    static Candidate candidate(long id, int version) {
        return new Candidate(id, version, "-", "-", "partner", 0, TaskStatus.FAILED, 0, null, true);
    }

    boolean write(RowOutcome outcome) throws SQLException {
        return store.write(connection, List.of(outcome), Completion.MARK).contains(outcome.id());
    }

    static RowOutcome succeeded(long id, String taskId, int version, boolean countAttempt) {
        return new RowOutcome(id, taskId, version, TaskStatus.SUCCEEDED, countAttempt, null, null);
    }

    static RowOutcome failed(long id, String taskId, int version, boolean countAttempt, Duration delay) {
        return new RowOutcome(id, taskId, version, TaskStatus.FAILED, countAttempt, delay, "503");
    }

    static RowOutcome dead(long id, String taskId, int version) {
        return new RowOutcome(id, taskId, version, TaskStatus.DEAD, false, null, "410");
    }

    static RowOutcome handedBack(long id, String taskId, int version) {
        return new RowOutcome(id, taskId, version, TaskStatus.PENDING, false, null, null);
    }
}
