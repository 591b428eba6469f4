package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** {@code schema-management=validate}, the default in production. */
class MissingTableFailsTheStartTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp
            .app(MissingTableFailsTheStartTest.class, Map.of("schema-management", "validate"))
            .assertException(e -> assertThat(e).hasStackTraceContaining("table local_task_message is missing")
                    .hasStackTraceContaining("table local_task_meta is missing")
                    .hasStackTraceContaining("CREATE TABLE IF NOT EXISTS local_task_message (")
                    .hasStackTraceContaining("quarkus.local-task.schema-management=create"));

    @Test
    void neverRuns() {
        Assertions.fail("the application must not start");
    }
}
