package io.quarkiverse.localtask.it.crash;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.quarkiverse.localtask.it.support.PostgresServer;

/** What the driver sees of the database, past the application. */
final class Database {

    /** A row of the task table. */
    record Row(String taskId, int status, int attempts, int version, String lastError) {

        static final int PENDING = 0;
        static final int CLAIMED = 1;
        static final int SUCCEEDED = 2;
        static final int FAILED = 3;
        static final int DEAD = 4;
    }

    private final String url = PostgresServer.newDatabase();

    String url() {
        return url;
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, PostgresServer.USER, PostgresServer.USER);
    }

    /** @return the ids of the orders that were committed: the truth about every transaction */
    Set<String> orders() {
        return query("SELECT id FROM orders", results -> {
            Set<String> ids = new TreeSet<>();
            while (results.next()) {
                ids.add(results.getString(1));
            }
            return ids;
        });
    }

    /** @return the task table, by task id */
    Map<String, Row> tasks() {
        return query("SELECT task_id, status, attempts, version, last_error FROM local_task_message", results -> {
            Map<String, Row> rows = new TreeMap<>();
            while (results.next()) {
                rows.put(results.getString(1), new Row(results.getString(1), results.getInt(2), results.getInt(3),
                        results.getInt(4), results.getString(5)));
            }
            return rows;
        });
    }

    Row task(String taskId) {
        return tasks().get(taskId);
    }

    private interface Reader<T> {
        T read(ResultSet results) throws SQLException;
    }

    private <T> T query(String sql, Reader<T> reader) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery(sql)) {
            return reader.read(results);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
