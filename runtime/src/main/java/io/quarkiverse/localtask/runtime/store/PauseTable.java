package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.Set;
import java.util.TreeSet;

/** The destinations to which no instance sends anything for now. */
public final class PauseTable {

    private final JdbcTaskStore store;
    private final TableNames names;

    /**
     * @param dbKind the datasource's {@code db-kind}
     * @param tableName the task table
     */
    public PauseTable(String dbKind, String tableName) {
        store = TaskStores.jdbc(dbKind, tableName);
        names = TableNames.of(tableName);
    }

    /** @return whether it was not paused before */
    public boolean pause(Connection connection, String destination, String actor) throws SQLException {
        if (paused(connection).contains(destination)) {
            return false;
        }
        Savepoint before = connection.getAutoCommit() ? null : connection.setSavepoint();
        try (PreparedStatement statement = connection.prepareStatement(store.sql("INSERT INTO " + names.pause()
                + " (table_name, destination, actor, create_time) VALUES (?, ?, ?, ${now})"))) {
            statement.setString(1, names.key());
            statement.setString(2, destination);
            statement.setString(3, actor.length() <= 255 ? actor : actor.substring(0, 255));
            statement.executeUpdate();
            return true;
        } catch (SQLException e) {
            // somebody else was faster
            if (SqlErrors.isDuplicate(e)) {
                if (before != null) {
                    connection.rollback(before);
                }
                return false;
            }
            throw e;
        }
    }

    /** @return whether it was paused before */
    public boolean resume(Connection connection, String destination) throws SQLException {
        try (PreparedStatement statement = connection
                .prepareStatement("DELETE FROM " + names.pause() + " WHERE table_name = ? AND destination = ?")) {
            statement.setString(1, names.key());
            statement.setString(2, destination);
            return statement.executeUpdate() > 0;
        }
    }

    /** @return their names */
    public Set<String> paused(Connection connection) throws SQLException {
        Set<String> destinations = new TreeSet<>();
        try (PreparedStatement statement = connection
                .prepareStatement("SELECT destination FROM " + names.pause() + " WHERE table_name = ?")) {
            statement.setString(1, names.key());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    destinations.add(row.getString(1));
                }
            }
        }
        return destinations;
    }
}
