package io.quarkiverse.localtask.deployment.engine;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/** Delivered rows go after their retention; dead ones stay until somebody decides. */
class FinishedRowsTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(FinishedRowsTest.class, Map.of(
            "retention.succeeded", "1s", "retention.interval", "200ms"));

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void arePurged() {
        channel.answer(delivery -> delivery.taskId().equals("dead") ? Outcome.rejected("no") : Outcome.succeeded());
        work.accept("dead");
        work.awaitStatus("dead", TaskStatus.DEAD);
        for (int i = 0; i < 20; i++) {
            work.accept("done-" + i);
        }
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> work.count("task_id LIKE 'done-%'") == 0);
        work.awaitStatus("dead", TaskStatus.DEAD);
    }
}
