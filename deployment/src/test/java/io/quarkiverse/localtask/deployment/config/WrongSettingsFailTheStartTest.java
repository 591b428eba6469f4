package io.quarkiverse.localtask.deployment.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.QuarkusUnitTest;

class WrongSettingsFailTheStartTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:wrong-settings")
            .overrideRuntimeConfigKey("quarkus.local-task.shards.default.cron", "every day")
            .overrideRuntimeConfigKey("quarkus.local-task.shards.hott.limit", "5")
            .overrideRuntimeConfigKey("quarkus.local-task.lease", "0s")
            .assertException(error -> {
                Throwable cause = error;
                while (!(cause instanceof ConfigurationException) && cause.getCause() != null) {
                    cause = cause.getCause();
                }
                assertThat(cause).isInstanceOf(ConfigurationException.class)
                        .hasMessageContaining("3 problems")
                        .hasMessageContaining("quarkus.local-task.shards.default.cron=every day: not a cron expression")
                        .hasMessageContaining("quarkus.local-task.shards.hott: no such shard is declared")
                        .hasMessageContaining("quarkus.local-task.lease=PT0S");
            });

    @Test
    void doesNotStart() {
        fail("started with wrong settings");
    }
}
