package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

class TableOfAnotherApplicationTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp
            .app(TableOfAnotherApplicationTest.class, Map.of("quarkus.application.name", "billing"))
            .setBeforeAllCustomizer(
                    () -> TestDatabase.prepareTable(TestDatabase.of(TableOfAnotherApplicationTest.class), "ordering"))
            .assertException(e -> assertThat(e).hasStackTraceContaining("local_task_message belongs to the application"
                    + " 'ordering', and this is 'billing'").hasStackTraceContaining("set quarkus.local-task.table-name")
                    .hasStackTraceContaining("quarkus.local-task.application=ordering"));

    @Test
    void failsTheStart() {
        Assertions.fail("the application must not start");
    }
}
