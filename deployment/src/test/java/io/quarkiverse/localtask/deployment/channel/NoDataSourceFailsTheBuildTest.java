package io.quarkiverse.localtask.deployment.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

class NoDataSourceFailsTheBuildTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("quarkus.datasource.jdbc", "false")
            .overrideConfigKey("quarkus.datasource.devservices.enabled", "false")
            .assertException(error -> assertThat(error)
                    .hasStackTraceContaining("quarkus-local-task needs a JDBC datasource")
                    .hasStackTraceContaining("io.quarkus:quarkus-jdbc-postgresql"));

    @Test
    void doesNotBuild() {
        fail("built without a datasource for the task table");
    }
}
