package io.quarkiverse.localtask.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

import io.quarkus.agroal.spi.JdbcInitialSQLGeneratorBuildItem;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;

/** What the button in Flyway's Dev UI writes into a first migration. */
class InitialScriptIsOfferedToFlywayTest {

    @Test
    void scriptOfTheDatasourcesDatabaseCreatesTheTables() throws Exception {
        List<JdbcInitialSQLGeneratorBuildItem> offered = offered(Capability.FLYWAY);
        assertThat(offered).hasSize(1);
        assertThat(offered.get(0).getDatabaseName()).isEqualTo("orders");
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:initial-script");
        try (Connection connection = database.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute(offered.get(0).getSqlSupplier().get());
            statement.execute("SELECT payload FROM local_task_message");
            statement.execute("SELECT schema_version FROM local_task_meta");
        }
    }

    /** Of two scripts for one datasource Flyway takes any. */
    @Test
    void notBesideTheOneOfHibernate() {
        assertThat(offered(Capability.FLYWAY, Capability.HIBERNATE_ORM)).isEmpty();
        assertThat(offered()).isEmpty();
    }

    private static List<JdbcInitialSQLGeneratorBuildItem> offered(String... capabilities) {
        List<JdbcInitialSQLGeneratorBuildItem> offered = new ArrayList<>();
        new SchemaToolsProcessor().initialScript(Optional.of(new TaskDataSourceBuildItem("orders", "h2")),
                new Capabilities(Set.of(capabilities)), offered::add);
        return offered;
    }
}
