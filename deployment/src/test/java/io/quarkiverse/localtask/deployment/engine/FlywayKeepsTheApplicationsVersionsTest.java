package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import java.util.stream.Stream;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.store.TableNames;
import io.quarkus.test.QuarkusUnitTest;

/** The script of the extension comes into a history at any time, and no version of the application's own is in its way. */
class FlywayKeepsTheApplicationsVersionsTest {

    private static final String FIRST = SchemaTools.folder("first", Map.of(
            "V1__a.sql", "CREATE TABLE a (id INT);",
            "V2__b.sql", "CREATE TABLE b (id INT);",
            "V3__c.sql", "CREATE TABLE c (id INT);"));
    private static final String LATER = SchemaTools.folder("later", Map.of("V4__d.sql", "CREATE TABLE d (id INT);"));

    @BeforeAll
    static void createDatabase() {
        TestDatabase.configure(new QuarkusUnitTest(), FlywayKeepsTheApplicationsVersionsTest.class.getSimpleName());
    }

    @Test
    void scriptComesLateAndFurtherVersionsAfterIt() {
        assertThat(migrate("late", FIRST)).isEqualTo(3);
        assertThat(migrate("late", FIRST, SchemaTools.SCRIPTS)).isEqualTo(1);
        assertThat(migrate("late", FIRST, SchemaTools.SCRIPTS)).isZero();
        assertThat(migrate("late", FIRST, LATER, SchemaTools.SCRIPTS)).isEqualTo(1);
        Flyway tool = tool("late", FIRST, LATER, SchemaTools.SCRIPTS).load();
        tool.validate();
        assertThat(Stream.of(tool.info().all())).extracting(migration -> migration.getState())
                .containsOnly(MigrationState.SUCCESS);
        assertThat(tool.info().current().getVersion().getVersion()).isEqualTo("4");
    }

    @Test
    void tablesThatExistAreLeftAsTheyAre() {
        assertThat(migrate("by_hand", SchemaTools.SCRIPTS)).isEqualTo(1);
        execute("DROP TABLE " + quoted("by_hand") + ".local_task_meta");
        execute("DELETE FROM " + quoted("by_hand") + "." + quoted("flyway_schema_history"));
        assertThat(migrate("by_hand", SchemaTools.SCRIPTS)).isEqualTo(1);
        execute("SELECT houses FROM " + quoted("by_hand") + ".local_task_meta");
    }

    @Test
    void scriptThatIsNoLongerInTheLocationsMayBeMissing() {
        migrate("gone", FIRST, SchemaTools.SCRIPTS);
        assertThatExceptionOfType(FlywayValidateException.class).isThrownBy(tool("gone", FIRST).load()::validate)
                .withMessageContaining("local task 001");
        tool("gone", FIRST).ignoreMigrationPatterns("repeatable:missing").load().validate();
    }

    @Test
    void anotherTableNameIsAnotherTable() {
        assertThat(migrate("named", SchemaTools.SCRIPTS)).isEqualTo(1);
        Map<String, String> names = TableNames.of("order_task").placeholders();
        assertThat(tool("named", SchemaTools.SCRIPTS).placeholders(names).load().migrate().migrationsExecuted).isEqualTo(1);
        execute("SELECT payload FROM " + quoted("named") + ".order_task");
    }

    private static int migrate(String schema, String... locations) {
        return tool(schema, locations).load().migrate().migrationsExecuted;
    }

    private static FluentConfiguration tool(String schema, String... locations) {
        return SchemaTools.plainFlyway(TestDatabase.of(FlywayKeepsTheApplicationsVersionsTest.class), locations)
                .schemas(schema).defaultSchema(schema);
    }

    private static void execute(String sql) {
        TestDatabase.execute(TestDatabase.of(FlywayKeepsTheApplicationsVersionsTest.class), sql);
    }

    private static String quoted(String name) {
        return SchemaTools.quoted(name);
    }
}
