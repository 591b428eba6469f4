package io.quarkiverse.localtask.it.flyway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/**
 * Where Flyway has migrations the extension creates nothing in test mode either, else a forgotten location shows in production.
 */
class FlywayInChargeIsNotPassedByTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = FlywayApp
            .onH2(FlywayApp.with(Map.of("db/migration/V1__orders.sql", "CREATE TABLE orders (id INT PRIMARY KEY);")),
                    "quarkus.datasource.", "forgotten")
            .overrideConfigKey("quarkus.flyway.migrate-at-start", "true")
            .assertException(e -> assertThat(e).hasStackTraceContaining("table local_task_message is missing"));

    @Test
    void neverRuns() {
        Assertions.fail("the application must not start");
    }
}
