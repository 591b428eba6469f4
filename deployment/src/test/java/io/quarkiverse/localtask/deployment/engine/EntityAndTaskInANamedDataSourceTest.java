package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;

import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** A named persistence unit on a named datasource, which holds the task table, too; the default one is for something else. */
class EntityAndTaskInANamedDataSourceTest extends EntityAndTaskTests {

    private static final String NAME = "NamedEntities";

    @RegisterExtension
    static final QuarkusUnitTest APP = TestDatabase.configure(
            EngineApp.withHibernate(EngineApp.app(EntityAndTaskInANamedDataSourceTest.class, Map.of(
                    "datasource", "orders",
                    "quarkus.datasource.orders.jdbc.max-size", "1",
                    "quarkus.datasource.orders.jdbc.acquisition-timeout", "5s",
                    "quarkus.hibernate-orm.invoices.datasource", "orders",
                    "quarkus.hibernate-orm.invoices.packages", "io.quarkiverse.localtask.deployment.engine",
                    "quarkus.hibernate-orm.invoices.schema-management.strategy", "drop-and-create"),
                    EntityAndTaskTests.class, EntityWork.class, EntityWork.Invoice.class), "invoices."),
            "quarkus.datasource.orders.", NAME);

    @Test
    void andNothingIsInTheDefaultDataSource() {
        assertThatThrownBy(() -> work.count("1 = 1")).isInstanceOf(IllegalStateException.class).message()
                .containsIgnoringCase("local_task_message");
    }

    @Override
    DataSource beside() {
        return TestDatabase.named(NAME);
    }
}
