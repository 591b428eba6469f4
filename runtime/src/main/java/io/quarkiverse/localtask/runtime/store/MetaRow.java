package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalInt;

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
        OptionalInt lastHouses = lastHouses(connection);
        if (lastHouses.isPresent() && lastHouses.getAsInt() != houses) {
            updateHouses(connection);
            LOG.infof("%s: quarkus.local-task.houses is now %d, was %d", names.table(), houses, lastHouses.getAsInt());
        }
        return lastHouses.isPresent();
    }

    /**
     * Only looks.
     *
     * @return how many houses the table was last used with; empty if it was never used
     * @throws SchemaException if it is another application's
     */
    OptionalInt lastHouses(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT application, houses FROM " + names.meta() + " WHERE table_name = ?")) {
            statement.setString(1, names.key());
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return OptionalInt.empty();
                }
                String owner = row.getString("application");
                if (!owner.equals(application)) {
                    throw new SchemaException("The task table " + names.table() + " belongs to the application '" + owner
                            + "', and this is '" + application
                            + "'. Two applications need two tables: set quarkus.local-task.table-name"
                            + " to one of its own. If the application was renamed, set quarkus.local-task.application=" + owner,
                            null);
                }
                return OptionalInt.of(row.getInt("houses"));
            }
        }
    }

    private void updateHouses(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(store.sql(
                "UPDATE " + names.meta() + " SET houses = ?, update_time = ${now} WHERE table_name = ?"))) {
            statement.setInt(1, houses);
            statement.setString(2, names.key());
            statement.executeUpdate();
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
