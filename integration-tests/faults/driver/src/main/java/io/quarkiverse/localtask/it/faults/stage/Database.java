package io.quarkiverse.localtask.it.faults.stage;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One database of a server, and what the driver reads of it, past the application. */
public final class Database {

    private final String url;
    private final String user;

    /** An order that was committed. */
    public record Order(String id, List<String> taskIds, String bodyHash) {
    }

    /** A row of the task table. */
    public record Row(String taskId, String destination, int status, int attempts, String lastError) {

        public static final int PENDING = 0;
        public static final int CLAIMED = 1;
        public static final int SUCCEEDED = 2;
        public static final int FAILED = 3;
        public static final int DEAD = 4;
    }

    /** Reads one row of a result. */
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    Database(String url, String user) {
        this.url = url;
        this.user = user;
        execute("CREATE TABLE orders (id varchar(64) PRIMARY KEY, task_ids text NOT NULL, body_hash varchar(32) NOT NULL)");
    }

    public String url() {
        return url;
    }

    /** Who may everything; the password is the same. */
    public String user() {
        return user;
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, user);
    }

    public void execute(String... statements) {
        try (Connection connection = connect(); Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The same where it does not matter whether it works: what it is about may be gone. */
    public void tryExecute(String sql) {
        try {
            execute(sql);
        } catch (IllegalStateException e) {
            // gone
        }
    }

    public <T> List<T> query(String sql, Reader<T> reader) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery(sql)) {
            List<T> rows = new ArrayList<>();
            while (results.next()) {
                rows.add(reader.read(results));
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public long count(String sql) {
        return query(sql, row -> row.getLong(1)).get(0);
    }

    /** @return the truth about every transaction */
    public List<Order> orders() {
        return query("SELECT id, task_ids, body_hash FROM orders",
                row -> new Order(row.getString(1), List.of(row.getString(2).split(",")), row.getString(3)));
    }

    public List<Row> tasks() {
        return query("SELECT task_id, destination, status, attempts, last_error FROM local_task_message",
                row -> new Row(row.getString(1), row.getString(2), row.getInt(3), row.getInt(4), row.getString(5)));
    }

    /**
     * Adds orders, and a task each, of an instance that is gone: only a scan finds them.
     *
     * @param prefix of the orders' ids, which go on with 1 to {@code count}
     * @param status {@link Row#PENDING} or {@link Row#FAILED}: the lane of the tasks, which are due
     * @return the ids of the tasks
     */
    public List<String> orphans(String prefix, int count, String destination, int status) {
        orphanTasks(prefix, count, destination, status, true);
        return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + i + ":" + destination).toList();
    }

    /** The same without orders: for destinations that nobody can reach. */
    public void backlog(String prefix, int count, String destination, int status) {
        orphanTasks(prefix, count, destination, status, false);
    }

    private void orphanTasks(String prefix, int count, String destination, int status, boolean withOrders) {
        boolean mariaDb = url.startsWith("jdbc:mariadb:");
        String numbers = mariaDb ? "(SELECT seq AS n FROM seq_1_to_" + count + ") s" : "generate_series(1, " + count + ") n";
        String now = mariaDb ? "UTC_TIMESTAMP(6)" : "statement_timestamp()";
        String hash = mariaDb ? "left(sha2('orphan', 256), 32)" : "left(encode(sha256('orphan'), 'hex'), 32)";
        String taskId = "concat('" + prefix + "', n, ':" + destination + "')";
        if (withOrders) {
            execute("INSERT INTO orders (id, task_ids, body_hash) SELECT concat('" + prefix + "', n), " + taskId + ", " + hash
                    + " FROM " + numbers);
        }
        execute("INSERT INTO local_task_message (task_id, task_name, channel, destination, payload, content_type, house_number,"
                + " status, next_attempt_time, attempts, version, create_time, update_time) SELECT " + taskId
                + ", 'order', 'http', '" + destination + "', 'orphan', 'text/plain', n % 64, " + status + ", " + now
                + ", 0, 0, " + now + ", " + now + " FROM " + numbers);
    }

    /** @return how many tasks are in none of the final states */
    public long unfinished() {
        return count("SELECT count(*) FROM local_task_message WHERE status NOT IN (2, 4, 6)");
    }
}
