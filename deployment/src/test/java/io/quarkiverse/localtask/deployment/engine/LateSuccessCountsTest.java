package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;

/** Promise 8: a success that comes after the time-out finishes the row, a failure that comes too late changes nothing. */
class LateSuccessCountsTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(LateSuccessCountsTest.class, Map.of(
            "destinations.slow.channel", "slow", "destinations.slow.timeout", "500ms", "destinations.slow.concurrency", "2",
            "retry.initial-delay", "1h"), SlowChannel.class);

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Test
    void andALateFailureDoesNot() {
        work.accept(TaskMessage.to("slow").id("late-success").payload("x").build());
        work.accept(TaskMessage.to("slow").id("late-failure").payload("x").build());
        work.awaitStatus("late-success", TaskStatus.FAILED);
        work.awaitStatus("late-failure", TaskStatus.FAILED);
        assertThat(tasks.find("late-failure").orElseThrow().lastError()).isEqualTo("no answer within 500 ms");

        work.accept(TaskMessage.to("slow").id("behind").payload("x").build());
        SlowChannel.GO.countDown();
        work.awaitStatus("late-success", TaskStatus.SUCCEEDED);
        work.awaitStatus("behind", TaskStatus.SUCCEEDED);
        assertThat(tasks.find("late-failure").orElseThrow().lastError()).isEqualTo("no answer within 500 ms");
        assertThat(work.status("late-failure")).isEqualTo(TaskStatus.FAILED);
    }

    @Test
    void anUnsetOutcomeIsAFailure() {
        work.accept(TaskMessage.to("slow").id("null-outcome").payload("x").build());
        work.awaitStatus("null-outcome", TaskStatus.FAILED);
        assertThat(tasks.find("null-outcome").orElseThrow().lastError()).contains("no outcome");
    }

    @ApplicationScoped
    @Identifier("slow")
    static class SlowChannel implements BlockingTaskChannel {

        static final CountDownLatch GO = new CountDownLatch(1);

        @Override
        public Outcome deliver(Delivery delivery) throws Exception {
            switch (delivery.taskId()) {
                case "late-success":
                    GO.await();
                    return Outcome.succeeded();
                case "late-failure":
                    GO.await();
                    return Outcome.failed("too late to matter");
                case "null-outcome":
                    return null;
                default:
                    return Outcome.succeeded();
            }
        }
    }
}
