package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

import org.jboss.logging.Logger;

/** The task table's row in the meta table: which application it belongs to, and how many houses it was last used with. */
final class MetaRow {

    static final int SCHEMA_VERSION = 1;

    private static final Logger LOG = Logger.getLogger(MetaRow.class);

    private final JdbcTaskStore store;
    private final TableNames names;
    private final String application;
    private final int houses;

    MetaRow(JdbcTaskStore store, TableNames names, String application, int houses) {
        this.store = store;
        this.names = names;
        this.application = application;
        this.houses = houses;
    }

    /** @throws SchemaException if the table is another application's, or the row cannot be written */
    void claim(Connection connection) throws SQLException {
        try {
            while (!verify(connection)) {
                insert(connection);
            }
        } catch (SQLException e) {
            if (SqlErrors.isMissingRight(e)) {
                throw new SchemaException(
                        "The row of " + names.key() + " in " + names.meta() + " cannot be written by this role ("
                                + e.getMessage() + "): GRANT SELECT, INSERT, UPDATE, DELETE ON " + names.meta(),
                        e);
            }
            throw e;
        }
    }

    /** @return whether there is a row */
    private boolean verify(Connection connection) throws SQLException {
        Optional<LastUse> last = lastUse(connection);
        if (last.isPresent()) {
            int version = Math.max(last.get().schemaVersion(), SCHEMA_VERSION);
            if (last.get().houses() != houses || last.get().schemaVersion() != version) {
                update(connection, version);
                tell(last.get(), version);
            }
        }
        return last.isPresent();
    }

    /**
     * How the table was last used.
     *
     * @param houses how many there were
     * @param schemaVersion the newest that some instance found the table to be
     */
    record LastUse(int houses, int schemaVersion) {
    }

    /**
     * Only looks.
     *
     * @return how the table was last used; empty if it was never used
     * @throws SchemaException if it is another application's
     */
    Optional<LastUse> lastUse(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT application, houses, schema_version FROM " + names.meta() + " WHERE table_name = ?")) {
            statement.setString(1, names.key());
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                String owner = row.getString("application");
                if (!owner.equals(application)) {
                    throw new SchemaException("The task table " + names.table() + " belongs to the application '" + owner
                            + "', and this is '" + application
                            + "'. Two applications need two tables: set quarkus.local-task.table-name"
                            + " to one of its own. If the application was renamed, set quarkus.local-task.application=" + owner,
                            null);
                }
                return Optional.of(new LastUse(row.getInt("houses"), row.getInt("schema_version")));
            }
        }
    }

    /* The version only goes up: an older instance may start on a table that a newer one has found to be what it needs. */
    private void update(Connection connection, int version) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(store.sql(
                "UPDATE " + names.meta() + " SET houses = ?, schema_version = ?, update_time = ${now} WHERE table_name = ?"))) {
            statement.setInt(1, houses);
            statement.setInt(2, version);
            statement.setString(3, names.key());
            statement.executeUpdate();
        }
    }

    private void tell(LastUse last, int version) {
        if (last.houses() != houses) {
            LOG.infof("%s: quarkus.local-task.houses is now %d, was %d", names.table(), houses, last.houses());
        }
        if (last.schemaVersion() != version) {
            LOG.infof("%s: the schema version is now %d, was %d", names.table(), version, last.schemaVersion());
        }
    }

    private void insert(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(store.sql("INSERT INTO " + names.meta()
                + " (table_name, application, houses, schema_version, update_time) VALUES (?, ?, ?, ?, ${now})"))) {
            statement.setString(1, names.key());
            statement.setString(2, application);
            statement.setInt(3, houses);
            statement.setInt(4, SCHEMA_VERSION);
            statement.executeUpdate();
        } catch (SQLException e) {
            // Another instance was faster: its row is looked at next.
            if (!SqlErrors.isDuplicate(e)) {
                throw e;
            }
        }
    }
}
