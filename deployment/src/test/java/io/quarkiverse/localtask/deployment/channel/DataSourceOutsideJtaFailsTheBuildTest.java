package io.quarkiverse.localtask.deployment.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

class DataSourceOutsideJtaFailsTheBuildTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("quarkus.datasource.orders.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.orders.jdbc.transactions", "disabled")
            .overrideConfigKey("quarkus.local-task.datasource", "orders")
            .assertException(error -> assertThat(error)
                    .hasStackTraceContaining(
                            "quarkus.datasource.\"orders\".jdbc.transactions=disabled: the task must be written")
                    .hasStackTraceContaining("enabled or xa"));

    @Test
    void doesNotBuild() {
        fail("built without a datasource for the task table");
    }
}
