package io.quarkiverse.localtask.deployment.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

class UnknownDataSourceFailsTheBuildTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.local-task.datasource", "orders")
            .assertException(error -> assertThat(error)
                    .hasStackTraceContaining("quarkus.local-task.datasource=orders: there is no JDBC datasource of this name;"
                            + " known are <default>; correct the name, or set quarkus.datasource.\"orders\".db-kind"));

    @Test
    void doesNotBuild() {
        fail("built without a datasource for the task table");
    }
}
