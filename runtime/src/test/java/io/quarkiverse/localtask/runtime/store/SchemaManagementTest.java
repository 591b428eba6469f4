package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.SchemaManagement;

@OnEveryDatabase
class SchemaManagementTest {

    private static final String RIGHTS = "GRANT SELECT, INSERT, UPDATE, DELETE ON ";

    @Parameter
    TestDatabase database;

    DataSource owner;

    @BeforeEach
    void emptySchema() throws SQLException {
        owner = database.empty();
    }

    @Test
    void createdTableIsValid() throws Exception {
        prepare(owner, SchemaManagement.CREATE);
        prepare(owner, SchemaManagement.VALIDATE);
        prepare(owner, SchemaManagement.CREATE);
        assertThat(houses()).isEqualTo(64);
    }

    @Test
    void tableMayHaveASchemaAndALongName() throws Exception {
        execute("CREATE SCHEMA IF NOT EXISTS outbox_" + TestDatabase.COUNTER.incrementAndGet());
        String schema = "outbox_" + TestDatabase.COUNTER.get();
        String first = "a".repeat(58) + "1";
        String second = "a".repeat(58) + "2";
        for (String table : List.of("tasks", first, second)) {
            manager(schema + "." + table, "shop", 64).prepare(connect(owner), SchemaManagement.CREATE);
            manager(schema + "." + table, "shop", 64).prepare(connect(owner), SchemaManagement.VALIDATE);
        }
        try (Connection connection = owner.getConnection()) {
            assertThat(TableCheck.exists(connection, schema + ".local_task_meta")).isTrue();
            assertThat(TableCheck.exists(connection, "local_task_meta")).isFalse();
        }
    }

    @Test
    void noneLooksAtNothing() throws Exception {
        prepare(owner, SchemaManagement.NONE);
        try (Connection connection = owner.getConnection()) {
            assertThat(TableCheck.exists(connection, StoreTest.TABLE)).isFalse();
        }
    }

    @Test
    void missingTablesAreNamedWithTheDdlToRun() throws Exception {
        SchemaException missing = catchThrowableOfType(SchemaException.class,
                () -> prepare(owner, SchemaManagement.VALIDATE));
        assertThat(missing).hasMessageContainingAll("table local_task_message is missing",
                "table local_task_meta is missing", "Flyway, Liquibase", "schema-management=create");
        assertThat(missing.getMessage()).doesNotContain("${", "META-INF", "never changed");
        runDdlOf(missing);
        prepare(owner, SchemaManagement.VALIDATE);
    }

    @Test
    void missingMetaTableNeedsItsDdlOnly() throws Exception {
        prepare(owner, SchemaManagement.CREATE);
        execute("DROP TABLE local_task_meta");
        SchemaException missing = catchThrowableOfType(SchemaException.class,
                () -> prepare(owner, SchemaManagement.VALIDATE));
        assertThat(missing.getMessage()).doesNotContain("local_task_message");
        runDdlOf(missing);
        prepare(owner, SchemaManagement.VALIDATE);
    }

    @Test
    void missingIndexIsNamedWithItsStatement() throws Exception {
        prepare(owner, SchemaManagement.CREATE);
        execute(database.dropIndex("local_task_message_fresh_ix"));
        execute(database.dropIndex("local_task_message_retry_ix"));
        SchemaException missing = catchThrowableOfType(SchemaException.class,
                () -> prepare(owner, SchemaManagement.VALIDATE));
        assertThat(missing.getMessage()).doesNotContain("CREATE TABLE", "Create the table in production",
                "schema-management=create");
        runDdlOf(missing);
        prepare(owner, SchemaManagement.VALIDATE);
    }

    @Test
    void indexOfOurNameOnOtherColumnsIsNamedWithThem() throws Exception {
        prepare(owner, SchemaManagement.CREATE);
        execute(database.dropIndex("local_task_message_retry_ix"));
        execute("CREATE INDEX local_task_message_retry_ix ON local_task_message (destination, status)");
        SchemaException different = catchThrowableOfType(SchemaException.class,
                () -> prepare(owner, SchemaManagement.VALIDATE));
        assertThat(different).hasMessageContaining("has no index (")
                .hasMessageContaining(": local_task_message_retry_ix is one on (destination, status), drop it first");
        execute(database.dropIndex("local_task_message_retry_ix"));
        runDdlOf(different);
        prepare(owner, SchemaManagement.VALIDATE);
    }

    @Test
    void everyDifferenceIsNamedInOneMessage() throws Exception {
        prepare(owner, SchemaManagement.CREATE);
        execute("ALTER TABLE local_task_message DROP COLUMN trace_context");
        execute("ALTER TABLE local_task_message DROP COLUMN notify_config");
        execute(database.changeType("last_error", "VARCHAR(100)"));
        execute(database.changeType("update_time", database.isMariaDb() ? "DATETIME(3)" : "TIMESTAMP(6)"));
        execute("ALTER TABLE local_task_message ADD COLUMN of_the_user VARCHAR(10)");
        execute(database.dropIndex("local_task_message_retry_ix"));
        execute("ALTER TABLE local_task_message DROP CONSTRAINT local_task_message_task_id_uk");
        for (SchemaManagement mode : List.of(SchemaManagement.VALIDATE, SchemaManagement.CREATE)) {
            assertThatExceptionOfType(SchemaException.class).isThrownBy(() -> prepare(owner, mode))
                    .withMessageContaining("no column trace_context VARCHAR(512)")
                    .withMessageContaining("no column notify_config TEXT")
                    .withMessageContaining("column last_error")
                    .withMessageContaining("expected last_error VARCHAR(500)")
                    .withMessageContaining("expected update_time INSTANT")
                    .withMessageContaining("no index (")
                    .withMessageContaining("destination, house_number, next_attempt_time, id)")
                    .withMessageContaining("no index UNIQUE (task_id)")
                    .withMessageContaining("Create the table in production")
                    .withMessageContaining("\nCREATE INDEX local_task_message_retry_ix ON ")
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("of_the_user", "payload", "(id)", "CREATE TABLE",
                            "schema-management=create"));
        }
    }

    @Test
    void roleWithDmlRightsOnlyWorksInEveryMode() throws Exception {
        DataSource role = database.role(owner);
        prepare(owner, SchemaManagement.CREATE);
        for (String table : List.of("message", "meta", "audit", "pause")) {
            grant(RIGHTS + "local_task_" + table, role);
        }
        execute("DELETE FROM local_task_meta");
        for (SchemaManagement mode : SchemaManagement.values()) {
            prepare(role, mode);
        }
        assertThat(houses()).isEqualTo(64);
        try (Connection connection = role.getConnection()) {
            TaskStore store = TaskStores.of(database.dbKind, StoreTest.TABLE);
            assertThat(store.insert(connection, List.of(StoreTest.task("a")), StoreTest.GRACE)[0]).isPositive();
            assertThat(store.claim(connection, store.fresh(connection, new int[] { 0 }, new long[] { 0 }, 1), StoreTest.LEASE))
                    .hasSize(1);
        }
    }

    @Test
    void roleThatMayNotCreateGetsTheDdlToRun() throws Exception {
        DataSource role = database.role(owner);
        assertThatExceptionOfType(SchemaException.class).isThrownBy(() -> prepare(role, SchemaManagement.CREATE))
                .withMessageContaining(database.isMariaDb() ? "If it is missing, run this" : "may not create it")
                .withMessageContaining("CREATE TABLE IF NOT EXISTS local_task_message (")
                .withMessageContaining("local_task_message_fresh_ix");
    }

    @Test
    void missingRightsOnEitherTableAreNamed() throws Exception {
        DataSource role = database.role(owner);
        prepare(owner, SchemaManagement.CREATE);
        assertThatExceptionOfType(SchemaException.class).isThrownBy(() -> prepare(role, SchemaManagement.VALIDATE))
                .withMessageContaining(RIGHTS + "local_task_message")
                .withMessageContaining(RIGHTS + "local_task_meta")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("schema tool", "documentation"))
                // who must not look is not told by MariaDB whether there is a table
                .satisfies(e -> assertThat(e.getMessage().contains("CREATE")).isEqualTo(database.isMariaDb()));
        grant(RIGHTS + "local_task_message", role);
        grant(RIGHTS + "local_task_audit", role);
        grant(RIGHTS + "local_task_pause", role);
        grant("GRANT SELECT ON local_task_meta", role);
        prepare(role, SchemaManagement.VALIDATE);
        execute("DELETE FROM local_task_meta");
        assertThatExceptionOfType(SchemaException.class).isThrownBy(() -> prepare(role, SchemaManagement.VALIDATE))
                .withMessageContaining("cannot be written by this role")
                .withMessageContaining(RIGHTS + "local_task_meta");
    }

    @Test
    void tableOfAnotherApplicationIsRefused() {
        prepare(owner, SchemaManagement.CREATE);
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> manager(StoreTest.TABLE, "billing", 64).prepare(connect(owner), SchemaManagement.VALIDATE))
                .withMessageContaining("'shop'").withMessageContaining("'billing'")
                .withMessageContaining("quarkus.local-task.table-name");
        assertThatNoException().isThrownBy(
                () -> manager("billing_tasks", "billing", 64).prepare(connect(owner), SchemaManagement.CREATE));
    }

    @Test
    void changedNumberOfHousesIsNoted() throws Exception {
        prepare(owner, SchemaManagement.CREATE);
        manager(StoreTest.TABLE, "shop", 16).prepare(connect(owner), SchemaManagement.VALIDATE);
        assertThat(houses()).isEqualTo(16);
    }

    @Test
    void tableOfAnOlderVersionIsToldWhichScriptsItNeeds() throws Exception {
        prepare(owner, SchemaManagement.CREATE);
        execute("UPDATE local_task_meta SET schema_version = 0");
        execute("ALTER TABLE local_task_message DROP COLUMN trace_context");
        assertThatExceptionOfType(SchemaException.class).isThrownBy(() -> prepare(owner, SchemaManagement.VALIDATE))
                .withMessageContaining("no column trace_context VARCHAR(512)")
                .withMessageContaining("It has schema version 0, and this application needs 1")
                .withMessageContaining("META-INF/local-task/"
                        + TaskStores.jdbc(database.dbKind, StoreTest.TABLE).traits().dialect() + "/R__local_task_001.sql");
    }

    @Test
    void tableOfANewerVersionIsNotToldToGoBack() throws Exception {
        prepare(owner, SchemaManagement.CREATE);
        execute("UPDATE local_task_meta SET schema_version = 2");
        execute("ALTER TABLE local_task_message DROP COLUMN trace_context");
        assertThatExceptionOfType(SchemaException.class).isThrownBy(() -> prepare(owner, SchemaManagement.VALIDATE))
                .withMessageContaining("no column trace_context VARCHAR(512)")
                .withMessageContaining("It has schema version 2, and this application knows 1")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("schema tool", "CREATE"));
    }

    @Test
    void versionThatWasFoundLastIsNotedAndOnlyGoesUp() throws Exception {
        prepare(owner, SchemaManagement.CREATE);
        execute("UPDATE local_task_meta SET schema_version = 0");
        prepare(owner, SchemaManagement.VALIDATE);
        assertThat(meta("schema_version")).isEqualTo(1);
        execute("UPDATE local_task_meta SET schema_version = 2");
        manager(StoreTest.TABLE, "shop", 16).prepare(connect(owner), SchemaManagement.VALIDATE);
        assertThat(meta("schema_version")).isEqualTo(2);
        assertThat(houses()).isEqualTo(16);
    }

    @Test
    void instancesMayCreateAtTheSameTime() {
        List<CompletableFuture<Void>> instances = Stream.generate(
                () -> CompletableFuture.runAsync(() -> prepare(owner, SchemaManagement.CREATE))).limit(4).toList();
        assertThatNoException().isThrownBy(() -> CompletableFuture.allOf(instances.toArray(CompletableFuture[]::new)).get());
    }

    @Test
    void unreachableDatabaseIsNotAWrongSchema() throws Exception {
        DataSource exhausted = TestDatabase.unreachable("Acquisition timeout while waiting for new connection");
        assertThatExceptionOfType(DatabaseUnavailableException.class)
                .isThrownBy(() -> prepare(exhausted, SchemaManagement.VALIDATE))
                .withMessageContaining("local_task_message").withMessageContaining("Acquisition timeout");
        assertThat(SqlErrors.isUnavailable(new SQLException("shutting down", "57P01"))).isTrue();
        assertThat(SqlErrors.isUnavailable(new SQLException("connection lost", "08006"))).isTrue();
        assertThat(SqlErrors.isUnavailable(new SQLTransientConnectionException())).isTrue();
        assertThat(SqlErrors.isUnavailable(new SQLException("no table", "42P01"))).isFalse();
        assertThat(SqlErrors.isUnavailable(new SQLException())).isFalse();
    }

    private void prepare(DataSource dataSource, SchemaManagement mode) {
        manager(StoreTest.TABLE, "shop", 64).prepare(connect(dataSource), mode);
    }

    private SchemaManager manager(String table, String application, int houses) {
        return new SchemaManager(database.dbKind, table, application, houses);
    }

    private static Database connect(DataSource dataSource) {
        return new Database(dataSource, 1, Duration.ofSeconds(20));
    }

    /* As somebody does who copies it out of the log. */
    private void runDdlOf(SchemaException e) throws SQLException {
        for (String sql : e.getMessage().substring(e.getMessage().indexOf("\nCREATE ")).split(";")) {
            execute(sql);
        }
    }

    private void grant(String rights, DataSource role) throws SQLException {
        execute(rights + " TO " + TestDatabase.name(role));
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = owner.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int houses() throws SQLException {
        return meta("houses");
    }

    private int meta(String column) throws SQLException {
        try (Connection connection = owner.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + column + " FROM local_task_meta")) {
            row.next();
            return row.getInt(1);
        }
    }
}
