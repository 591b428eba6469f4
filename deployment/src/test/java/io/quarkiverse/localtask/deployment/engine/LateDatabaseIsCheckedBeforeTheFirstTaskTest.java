package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.store.SchemaException;
import io.quarkus.test.QuarkusUnitTest;

/**
 * An instance that does not scan could not check the table at its start. The first task finds what is wrong, in words that an
 * operator can use, and goes through when that is mended.
 */
class LateDatabaseIsCheckedBeforeTheFirstTaskTest {

    private static final Class<?> TEST = LateDatabaseIsCheckedBeforeTheFirstTaskTest.class;

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(TEST, config(), LateServer.class);

    @Inject
    Work work;

    @Test
    void alsoWithoutCompensation() {
        LateServer.start(TEST);
        Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThatThrownBy(() -> work.accept("early"))
                .isInstanceOf(SchemaException.class).hasMessageContaining("table local_task_message is missing")
                .hasMessageContaining("CREATE TABLE IF NOT EXISTS local_task_message ("));

        TestDatabase.prepareTable("postgresql", LateServer.dataSource(TEST), "ordering");
        assertThatThrownBy(() -> work.accept("foreign")).isInstanceOf(SchemaException.class)
                .hasMessageContaining("belongs to the application 'ordering'")
                .hasMessageContaining("quarkus.local-task.table-name");

        TestDatabase.execute(LateServer.dataSource(TEST), "DELETE FROM local_task_meta");
        Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptionsInstanceOf(SchemaException.class)
                .until(() -> work.accept("in-time") != null);
        work.awaitStatus("in-time", TaskStatus.SUCCEEDED);
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(
                () -> work.query("SELECT application FROM local_task_meta").contains("quarkus-local-task-deployment"));
    }

    private static Map<String, String> config() {
        Map<String, String> config = new HashMap<>(LateServer.config(TEST));
        config.put("compensation.enabled", "false");
        config.put("schema-management", "validate");
        return config;
    }
}
