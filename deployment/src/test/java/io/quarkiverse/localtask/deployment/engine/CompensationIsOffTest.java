package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/** {@code compensation.enabled=false}: the instance sends its own tasks once and leaves the rest to others. */
class CompensationIsOffTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(CompensationIsOffTest.class, Map.of(
            "compensation.enabled", "false", "retry.initial-delay", "50ms"))
            .setLogRecordPredicate(EngineApp::isWarning)
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).isEmpty());

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void sendsOnceAndNeverScans() {
        channel.answer(delivery -> delivery.taskId().equals("fails") ? Outcome.failed("no") : Outcome.succeeded());
        work.accept("works");
        work.accept("fails");
        work.awaitStatus("works", TaskStatus.SUCCEEDED);
        work.awaitStatus("fails", TaskStatus.FAILED);

        assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("local-task-shard") || name.equals("local-task-purge"))
                .contains("local-task-dispatch");
        Awaitility.await().during(Duration.ofSeconds(3)).atMost(Duration.ofSeconds(6))
                .until(() -> work.status("fails") == TaskStatus.FAILED && channel.received("fails").size() == 1);
    }
}
