package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/** Rows for a destination that only a newer instance knows: they cost nothing here, and go out once it is known. */
class UnknownDestinationWaitsTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(UnknownDestinationWaitsTest.class)
            .setLogRecordPredicate(EngineApp::isWarning)
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).singleElement().asString()
                    .contains("'crm'", "set quarkus.local-task.destinations.crm.url", "redirect or cancel"));

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void untilItIsKnownOrRedirectedOrCancelled() {
        for (String id : new String[] { "fresh", "fresh too", "failed", "vanished", "unwanted" }) {
            work.accept(id);
            work.awaitStatus(id, TaskStatus.SUCCEEDED);
        }
        channel.received().clear();
        work.sql("UPDATE local_task_message SET destination = 'crm', attempts = 0, status = CASE task_id"
                + " WHEN 'fresh' THEN 0 WHEN 'fresh too' THEN 0 WHEN 'failed' THEN 3 ELSE 1 END");

        work.awaitStatus("fresh", TaskStatus.FAILED);
        work.awaitStatus("fresh too", TaskStatus.FAILED);
        Awaitility.await().during(Duration.ofSeconds(4)).atMost(Duration.ofSeconds(8))
                .until(() -> channel.received().isEmpty());
        assertThat(tasks.find("fresh")).map(Task::attempts).hasValue(0);
        assertThat(tasks.find("failed")).map(Task::attempts).hasValue(0);
        assertThat(tasks.find("vanished")).map(Task::status).hasValue(TaskStatus.CLAIMED);

        assertThat(tasks.cancel("unwanted")).isTrue();

        channel.answer(delivery -> Outcome.succeeded());
        work.sql("UPDATE local_task_message SET destination = 'erp'");
        work.awaitStatus("fresh", TaskStatus.SUCCEEDED);
        work.awaitStatus("fresh too", TaskStatus.SUCCEEDED);
        work.awaitStatus("failed", TaskStatus.SUCCEEDED);
        work.awaitStatus("vanished", TaskStatus.SUCCEEDED);
        assertThat(channel.ids()).containsExactlyInAnyOrder("fresh", "fresh too", "failed", "vanished");
        assertThat(channel.received("fresh")).extracting(delivery -> delivery.attempt()).containsExactly(1);
    }
}
