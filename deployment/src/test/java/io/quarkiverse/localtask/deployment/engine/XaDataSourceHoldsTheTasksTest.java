package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/**
 * The only datasource is XA, and its pool has one connection: for the caller's transaction, and for background work without
 * one.
 */
class XaDataSourceHoldsTheTasksTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(XaDataSourceHoldsTheTasksTest.class, Map.of(
            "quarkus.datasource.jdbc.transactions", "xa",
            "quarkus.datasource.jdbc.max-size", "1",
            "quarkus.datasource.jdbc.acquisition-timeout", "5s"))
            .setLogRecordPredicate(EngineApp::isWarning)
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).singleElement().asString()
                    .contains("quarkus.datasource.jdbc.transactions=xa")
                    .contains("quarkus.transaction-manager.enable-recovery=true")
                    .contains("quarkus.transaction-manager.object-store.directory"));

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void asAnyOtherDoes() {
        channel.answer(delivery -> delivery.attempt() == 1 ? Outcome.failed("not yet") : Outcome.succeeded());
        work.acceptAndRun("retried", () -> assertThat(tasks.find("retried")).map(Task::status).contains(TaskStatus.PENDING));
        work.acceptAll(IntStream.range(0, 50).mapToObj(i -> Work.message("one-of-many-" + i)).toList());
        assertThatThrownBy(() -> work.acceptAndFail("undone")).hasMessage("rolled back on purpose");

        work.awaitStatus("retried", TaskStatus.SUCCEEDED);
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> work.count("status = 2") == 51);
        assertThat(work.status("undone")).isNull();
        assertThat(channel.received("undone")).isEmpty();
    }
}
