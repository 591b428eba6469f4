package io.quarkiverse.localtask.deployment.engine;

import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.QuarkusUnitTest;

/** The names in the script follow from the task table's, also in a named datasource. */
class LiquibaseFollowsTheTableNameTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = TestDatabase.configure(
            SchemaTools.liquibase(LiquibaseFollowsTheTableNameTest.class, Map.of(
                    "datasource", "orders",
                    "table-name", "outbox_liquibase.order_task",
                    "quarkus.liquibase.orders.migrate-at-start", "true",
                    "quarkus.liquibase.orders.change-log", "db/orders.xml"),
                    Map.of("db/orders.xml",
                            SchemaTools.changelog(SchemaTools.changeSet("1", "CREATE SCHEMA outbox_liquibase"), ""),
                            // the default of the other datasource, which must be there
                            "db/changeLog.xml", SchemaTools.changelog("", ""))),
            "quarkus.datasource.orders.", "LiquibaseFollowsTheTableNameTest_orders");

    @Inject
    Work work;

    @Test
    void holdsTheTasks() {
        work.accept("named");
        work.awaitStatus("named", TaskStatus.SUCCEEDED);
    }
}
