package io.quarkiverse.localtask.runtime;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.inject.Singleton;

import org.jboss.logging.Logger;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.SchemaManagement;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.store.AuditTable;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.DatabaseUnavailableException;
import io.quarkiverse.localtask.runtime.store.PauseTable;
import io.quarkiverse.localtask.runtime.store.SchemaException;
import io.quarkiverse.localtask.runtime.store.SchemaManager;
import io.quarkiverse.localtask.runtime.store.SqlErrors;
import io.quarkiverse.localtask.runtime.store.TaskStore;
import io.quarkiverse.localtask.runtime.store.TaskStores;
import io.quarkus.agroal.runtime.AgroalDataSourceUtil;
import io.quarkus.narayana.jta.runtime.TransactionManagerConfiguration;
import io.quarkus.runtime.LaunchMode;

/** The task table of this application: its store, the connections to it, and whether it has been found to be right. */
@Singleton
class TaskTable {

    private static final Logger LOG = Logger.getLogger(TaskTable.class);
    /** One statement of background work; it looks at a few hundred rows by index. */
    private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(30);

    private final TaskDataSource source;
    private final TaskStore store;
    private final AuditTable audit;
    private final PauseTable pauses;
    private final SchemaManager schema;
    private final SchemaManagement management;
    private final Database database;
    private final AgroalDataSource callers;
    private final TransactionManagerConfiguration transactions;
    private final AtomicBoolean unavailable = new AtomicBoolean();
    private final AtomicBoolean wrong = new AtomicBoolean();
    private volatile boolean valid;
    /**
     * Seen on a caller's connection, where the entry in the meta table is not made: an instance that never scans has no other.
     */
    private volatile boolean looksRight;

    TaskTable(TaskDataSource source, SchemaTool schemaTool, Settings settings,
            TransactionManagerConfiguration transactions) {
        this.source = source;
        this.transactions = transactions;
        String table = settings.run().tableName();
        this.store = TaskStores.of(source.dbKind(), table);
        this.audit = new AuditTable(source.dbKind(), table);
        this.pauses = new PauseTable(source.dbKind(), table);
        this.schema = new SchemaManager(source.dbKind(), table, settings.application(), settings.build().houses());
        this.management = settings.run().schemaManagement().orElse(defaultManagement(schemaTool));
        this.callers = AgroalDataSourceUtil.dataSourceIfActive(source.name()).orElse(null);
        this.database = new Database(callers != null ? callers : new InactiveDataSource(source.describe()),
                settings.run().compensation().parallelScans(), STATEMENT_TIMEOUT, this::failed);
    }

    private static SchemaManagement defaultManagement(SchemaTool schemaTool) {
        return LaunchMode.current().isDevOrTest() && !schemaTool.isInCharge() ? SchemaManagement.CREATE
                : SchemaManagement.VALIDATE;
    }

    AuditTable audit() {
        return audit;
    }

    PauseTable pauses() {
        return pauses;
    }

    TaskStore store() {
        return store;
    }

    Database database() {
        return database;
    }

    String describe() {
        return source.describe();
    }

    /** @throws io.quarkiverse.localtask.runtime.store.SchemaException if the table is not what it must be */
    void prepareAtStart() {
        if (callers != null) {
            XaRecovery.warnIfUnsafe(source, callers, transactions);
        }
        prepare();
    }

    /** Tries to validate if that has not been possible yet. */
    boolean isValid() {
        try {
            return valid || prepare();
        } catch (SchemaException e) {
            if (wrong.compareAndSet(false, true)) {
                LOG.errorf("%s (%s) Until then nothing is sent from here; it is checked again and again", e.getMessage(),
                        source.describe());
            }
            return false;
        }
    }

    private boolean prepare() {
        try {
            schema.prepare(database, management);
            valid = true;
            if (unavailable.compareAndSet(true, false)) {
                LOG.infof("The task table of %s is found and valid", source.describe());
            }
        } catch (DatabaseUnavailableException e) {
            if (unavailable.compareAndSet(false, true)) {
                LOG.warnf("%s (%s); it is checked again before the first scan and the first task", e.getMessage(),
                        source.describe());
            }
        }
        return valid;
    }

    /**
     * Hears of errors of statements. A table that was created from here is created again by the next scan when it is gone, as
     * with an in-memory database that was closed.
     */
    void failed(SQLException error) {
        if (management == SchemaManagement.CREATE && SqlErrors.isMissingTable(error)) {
            valid = false;
            looksRight = false;
        }
    }

    /** The same before the first task, on the caller's own connection, since there must be no second one. */
    void ensureValid(Connection connection) throws SQLException {
        if (!valid && !looksRight) {
            schema.validate(connection, management);
            looksRight = true;
        }
    }

    /** @return why a statement on the caller's connection, or the connection itself, failed */
    String explain(SQLException error) {
        return RefusedConnection.explain(error, source, AgroalDataSourceUtil.activeDataSourceNames());
    }

    /** @return the caller's connection: in a transaction, the one that is enlisted in it */
    Connection callersConnection() throws SQLException {
        if (callers == null) {
            throw new SQLNonTransientConnectionException(source.describe()
                    + " is inactive: set quarkus.datasource.active=true, or quarkus.local-task.datasource to another one");
        }
        return callers.getConnection();
    }
}
