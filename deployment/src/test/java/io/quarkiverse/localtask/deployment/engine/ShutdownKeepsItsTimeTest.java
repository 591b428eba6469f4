package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;

/**
 * What is under way is finished and written, a call that does not return is left behind, and what commits meanwhile is kept.
 */
class ShutdownKeepsItsTimeTest {

    private static final int TASKS = 50;

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(ShutdownKeepsItsTimeTest.class, Map.of(
            "shutdown-timeout", "3s", "grace", "10m", "lease", "10m",
            "destinations.erp.concurrency", "100",
            "destinations.stuck.channel", "stuck", "destinations.stuck.timeout", "5m"), Stuck.class)
            .setLogRecordPredicate(EngineApp::isWarning)
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).singleElement().asString()
                    .startsWith("1 attempt did not end within quarkus.local-task.shutdown-timeout"));

    @Inject
    Work work;

    @Inject
    @Identifier("stuck")
    Stuck stuck;

    @Inject
    Event<ShutdownEvent> shutdown;

    @Inject
    @Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void andLosesNothing() throws Exception {
        channel.script(delivery -> Uni.createFrom().item(Outcome.succeeded()).onItem().delayIt().by(Duration.ofSeconds(1)));
        work.accept(TaskMessage.to("stuck").id("stuck").payload("x").build());
        work.acceptAll(IntStream.range(0, TASKS).mapToObj(i -> Work.message("task-" + i)).toList());
        assertThat(stuck.entered.await(10, TimeUnit.SECONDS)).isTrue();
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> channel.received().size() == TASKS);

        long start = System.nanoTime();
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> shutdown.fire(new ShutdownEvent()));
        while (!stopped.isDone() && work.count("task_id LIKE 'late-%'") < 20) {
            work.accept("late-" + work.count("task_id LIKE 'late-%'"));
        }
        stopped.get(20, TimeUnit.SECONDS);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(6));

        assertThat(work.count("task_id LIKE 'task-%' AND status = 2")).isEqualTo(TASKS);
        assertThat(work.status("stuck")).isEqualTo(TaskStatus.PENDING);
        assertThat(work.count("task_id LIKE 'late-%'")).isEqualTo(20);
        assertThat(work.count("task_id LIKE 'late-%' AND (status = 2) = (attempts = 0)")).as("not sent, or written").isZero();
    }

    @Singleton
    @Identifier("stuck")
    static class Stuck implements BlockingTaskChannel {

        final CountDownLatch entered = new CountDownLatch(1);

        @Override
        public Outcome deliver(Delivery delivery) throws InterruptedException {
            entered.countDown();
            new CountDownLatch(1).await();
            return Outcome.succeeded();
        }
    }
}
