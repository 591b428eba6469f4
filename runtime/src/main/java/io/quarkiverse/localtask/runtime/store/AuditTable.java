package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.quarkiverse.localtask.AuditEntry;

/** What operators have done to the tasks of one table. */
public final class AuditTable {

    private static final int MAX_ACTOR = 255;
    private static final int MAX_SUBJECT = 1000;
    private static final int PURGED_AT_ONCE = 200;

    private final JdbcTaskStore store;
    private final TableNames names;

    /**
     * @param dbKind the datasource's {@code db-kind}
     * @param tableName the task table
     */
    public AuditTable(String dbKind, String tableName) {
        store = TaskStores.jdbc(dbKind, tableName);
        names = TableNames.of(tableName);
    }

    /**
     * Adds an entry; texts that are too long are cut.
     *
     * @return its id
     */
    public long add(Connection connection, String actor, String action, String subject, long tasks) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(store.sql("INSERT INTO " + names.audit()
                + " (table_name, actor, action, subject, tasks, create_time) VALUES (?, ?, ?, ?, ?, ${now})"),
                new String[] { "id" })) {
            statement.setString(1, names.key());
            statement.setString(2, cut(actor, MAX_ACTOR));
            statement.setString(3, action);
            statement.setString(4, cut(subject, MAX_SUBJECT));
            statement.setLong(5, tasks);
            statement.executeUpdate();
            try (ResultSet key = statement.getGeneratedKeys()) {
                key.next();
                return key.getLong(1);
            }
        }
    }

    /** More tasks were changed. */
    public void count(Connection connection, long id, long more) throws SQLException {
        try (PreparedStatement statement = connection
                .prepareStatement("UPDATE " + names.audit() + " SET tasks = tasks + ? WHERE id = ?")) {
            statement.setLong(1, more);
            statement.setLong(2, id);
            statement.executeUpdate();
        }
    }

    /** Nothing was done. */
    public void remove(Connection connection, long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("DELETE FROM " + names.audit() + " WHERE id = ?")) {
            statement.setLong(1, id);
            statement.executeUpdate();
        }
    }

    /** Deletes some of this table's entries that are older than that. */
    public void purge(Connection connection, Duration age) throws SQLException {
        List<Long> old = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(store.sql("SELECT id, CASE WHEN create_time <= ${later}"
                + " THEN 1 ELSE 0 END AS old FROM " + names.audit() + " WHERE table_name = ? ORDER BY id LIMIT "
                + PURGED_AT_ONCE))) {
            JdbcTaskStore.setMicros(statement, 1, -JdbcTaskStore.micros(age));
            statement.setString(2, names.key());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    if (row.getInt("old") == 1) {
                        old.add(row.getLong("id"));
                    }
                }
            }
        }
        for (long id : old) {
            remove(connection, id);
        }
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + '\u2026';
    }

    /**
     * The newest first.
     *
     * @param before entries with a smaller id only
     */
    public List<AuditEntry> list(Connection connection, long before, int limit) throws SQLException {
        List<AuditEntry> entries = new ArrayList<>();
        try (PreparedStatement statement = connection
                .prepareStatement("SELECT id, create_time, actor, action, subject, tasks FROM "
                        + names.audit() + " WHERE id < ? AND table_name = ? ORDER BY id DESC LIMIT ?")) {
            statement.setLong(1, before);
            statement.setString(2, names.key());
            statement.setInt(3, limit);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    entries.add(new AuditEntry(row.getLong("id"), store.instant(row, "create_time"), row.getString("actor"),
                            row.getString("action"), row.getString("subject"), row.getLong("tasks")));
                }
            }
        }
        return entries;
    }
}
