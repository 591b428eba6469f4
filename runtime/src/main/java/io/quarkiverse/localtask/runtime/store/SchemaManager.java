package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.SchemaManagement;

/** Creates the task table where that is wanted, and makes sure that it is what it must be and belongs to this application. */
public final class SchemaManager {

    private static final Logger LOG = Logger.getLogger(SchemaManager.class);

    /* Another instance that creates the same tables can make a try fail; one of them gets further with each. */
    private static final int CREATE_TRIES = 10;

    private final JdbcTaskStore store;
    private final TableNames names;
    private final DdlScript ddl;
    private final MetaRow metaRow;

    /**
     * @param dbKind the datasource's {@code db-kind}
     * @param tableName the task table: a checked identifier, or {@code schema.identifier}
     * @param application the application that the table belongs to
     * @param houses the number of houses it uses
     */
    public SchemaManager(String dbKind, String tableName, String application, int houses) {
        this.store = TaskStores.jdbc(dbKind, tableName);
        this.names = TableNames.of(tableName);
        this.ddl = DdlScript.of(store.traits().dialect(), names);
        this.metaRow = new MetaRow(store, names, application, houses);
    }

    /**
     * Does what the mode says; may be called again at any time.
     *
     * @throws DatabaseUnavailableException if the database could not be asked; call again later
     * @throws SchemaException if the table is missing, different, or another application's: the start must fail
     */
    public void prepare(Database database, SchemaManagement mode) {
        if (mode == SchemaManagement.NONE) {
            return;
        }
        try {
            database.inAutoCommit(connection -> {
                if (mode == SchemaManagement.CREATE && !exists(connection)) {
                    create(connection);
                }
                validate(connection, mode);
                metaRow.claim(connection);
                return null;
            });
        } catch (SQLException e) {
            if (SqlErrors.isUnavailable(e)) {
                throw new DatabaseUnavailableException("The task table " + names.table()
                        + " could not be checked, since the database cannot be asked: " + e.getMessage(), e);
            }
            throw new SchemaException("The task table " + names.table() + " could not be checked: " + e.getMessage(), e);
        }
    }

    /* The meta table is created last: while it is missing another instance may be at it. */
    private boolean exists(Connection connection) throws SQLException {
        return TableCheck.exists(connection, names.table()) && TableCheck.exists(connection, names.meta());
    }

    private void create(Connection connection) throws SQLException {
        for (int tries = 1;; tries++) {
            try {
                runDdl(connection);
                LOG.infof("Created the task table %s", names.table());
                return;
            } catch (SQLException e) {
                if (SqlErrors.isUnavailable(e)) {
                    throw e;
                }
                if (exists(connection)) {
                    return;
                }
                if (SqlErrors.isMissingRight(e)) {
                    throw new SchemaException(
                            "The task table " + names.table() + " or " + names.meta() + " is missing, and this"
                                    + " role may not create it (" + e.getMessage()
                                    + "). Run this as the schema's owner and grant the"
                                    + " role SELECT, INSERT, UPDATE, DELETE on all of its tables; or grant it CREATE:\n"
                                    + ddl.text(),
                            e);
                }
                if (tries == CREATE_TRIES) {
                    throw e;
                }
            }
        }
    }

    /* All or nothing, on databases that can. */
    private void runDdl(Connection connection) throws SQLException {
        JdbcTaskStore.inTransaction(connection, transaction -> {
            try (Statement statement = transaction.createStatement()) {
                for (String sql : ddl.statements()) {
                    statement.execute(sql);
                }
            }
            return null;
        });
    }

    /**
     * Only looks; for a connection with a transaction of somebody else's.
     *
     * @throws SchemaException if the table is missing, different, or another application's
     */
    public void validate(Connection connection, SchemaManagement mode) throws SQLException {
        if (mode == SchemaManagement.NONE) {
            return;
        }
        List<SchemaProblem> problems = new ArrayList<>();
        problems.addAll(TableCheck.problems(connection, store,
                ExpectedTable.tasks(names, store.traits().laneIndexes(), index -> ddl.indexName(names, index))));
        for (ExpectedTable other : List.of(ExpectedTable.meta(names), ExpectedTable.audit(names), ExpectedTable.pause(names))) {
            // PostgreSQL answers nothing more in a transaction in which a table was missing
            if (problems.isEmpty() || connection.getAutoCommit()) {
                problems.addAll(TableCheck.problems(connection, store, other));
            }
        }
        if (!problems.isEmpty()) {
            String hidden = store.hidesTables()
                    && problems.stream().anyMatch(problem -> problem.kind() == SchemaProblem.Kind.MISSING_RIGHT)
                            ? "\nThis database does not say whether it exists. If it is missing, run this before the GRANT:\n"
                                    + ddl.text()
                            : "";
            SchemaReport report = new SchemaReport(problems, ddl, names, lastVersion(connection, problems));
            throw new SchemaException(report.text(mode) + hidden, null);
        }
        metaRow.lastUse(connection);
    }

    private int lastVersion(Connection connection, List<SchemaProblem> problems) throws SQLException {
        boolean readable = problems.stream().allMatch(problem -> problem.table().equals(names.table())
                && (problem.kind() == SchemaProblem.Kind.COLUMN || problem.kind() == SchemaProblem.Kind.INDEX));
        return readable ? metaRow.lastUse(connection).map(MetaRow.LastUse::schemaVersion).orElse(MetaRow.SCHEMA_VERSION)
                : MetaRow.SCHEMA_VERSION;
    }
}
