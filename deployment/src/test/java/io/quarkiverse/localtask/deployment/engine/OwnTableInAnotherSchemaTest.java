package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/** Two applications need two tables; this one's is not on the search path, and beside it is somebody else's. */
class OwnTableInAnotherSchemaTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp
            .app(OwnTableInAnotherSchemaTest.class, Map.of("table-name", "outbox.billing_task"))
            .setBeforeAllCustomizer(
                    () -> TestDatabase.execute(TestDatabase.of(OwnTableInAnotherSchemaTest.class), "CREATE SCHEMA outbox"));

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void holdsTheTasks() {
        channel.answer(delivery -> delivery.attempt() < 3 ? Outcome.failed("not yet") : Outcome.succeeded());
        work.accept("retried");
        work.awaitStatus("retried", TaskStatus.SUCCEEDED);
        assertThat(work.query("SELECT task_id FROM outbox.billing_task")).containsExactly("retried");
    }
}
