package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.QuarkusUnitTest;

/**
 * Promise 11: the lease begins at the statement and ends here first; what cannot be finished before that is left to the scan.
 */
class TransactionLongerThanGraceTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(TransactionLongerThanGraceTest.class, Map.of("grace", "2500ms"));

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void isSentOnceAndByTheScan() {
        work.acceptAndRun("long", () -> pause(Duration.ofMillis(1500)));
        work.awaitStatus("long", TaskStatus.SUCCEEDED);
        assertThat(channel.received("long")).hasSize(1);
        // a claim has raised the version; the immediate delivery would have left it
        assertThat(work.query("SELECT version FROM local_task_message WHERE task_id = 'long'")).containsExactly(1);
    }

    @Test
    void isLeasedFromTheInsertAndNotFromTheBeginOfTheTransaction() {
        io.quarkus.narayana.jta.QuarkusTransaction.requiringNew().run(() -> {
            tasks.find("begins the transaction in the database");
            pause(Duration.ofMillis(1500));
            tasks.accept(Work.message("late-insert"));
        });
        work.awaitStatus("late-insert", TaskStatus.SUCCEEDED);
        assertThat(channel.received("late-insert")).hasSize(1);
        assertThat(work.query("SELECT version FROM local_task_message WHERE task_id = 'late-insert'"))
                .as("sent at once, not by a scan").containsExactly(0);
    }

    private static void pause(Duration duration) {
        Awaitility.await().pollDelay(duration).atMost(duration.plusSeconds(2)).until(() -> true);
    }
}
