package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.Uni;

/** Promises 2 and 4: the row rides the caller's connection, and no connection is held while a destination is called. */
class PoolOfOneConnectionTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(PoolOfOneConnectionTest.class, Map.of(
            "quarkus.datasource.jdbc.max-size", "1",
            // the test's own look at a task waits in the same queue, on a busy machine
            "quarkus.datasource.jdbc.acquisition-timeout", "2s",
            "destinations.erp.timeout", "3s",
            "grace", "10s", "lease", "10s"));

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void theTransactionSeesItsOwnRow() {
        work.acceptAndRun("own-row", () -> assertThat(tasks.find("own-row")).map(Task::status).contains(TaskStatus.PENDING));
        work.awaitStatus("own-row", TaskStatus.SUCCEEDED);
    }

    @Test
    void retriesWorkToo() {
        channel.answer(delivery -> delivery.attempt() < 2 ? Outcome.failed("once") : Outcome.succeeded());
        work.accept("retried");
        work.awaitStatus("retried", TaskStatus.SUCCEEDED);
    }

    @Test
    void businessGoesOnWhileADestinationHangs() {
        CountDownLatch called = new CountDownLatch(1);
        channel.script(delivery -> {
            called.countDown();
            return delivery.taskId().equals("hangs") ? Uni.createFrom().nothing() : Uni.createFrom().item(Outcome.succeeded());
        });
        work.accept("hangs");
        await(called);
        work.accept("meanwhile");
        work.awaitStatus("meanwhile", TaskStatus.SUCCEEDED);
        work.awaitStatus("hangs", TaskStatus.FAILED);
        channel.answer(delivery -> Outcome.succeeded());
    }

    @BeforeEach
    void everythingSucceeds() {
        channel.answer(delivery -> Outcome.succeeded());
    }

    @Test
    void outcomesWaitWhileTheBusinessHoldsTheOnlyConnection() throws Exception {
        work.accept("before");
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch holding = new CountDownLatch(1);
        Thread business = new Thread(() -> work.acceptAndRun("holder", () -> {
            holding.countDown();
            await(release);
        }));
        business.start();
        await(holding);
        // longer than the acquisition time-out: background work gets no connection meanwhile and must come back by itself
        Awaitility.await().pollDelay(Duration.ofMillis(3500)).until(() -> true);
        release.countDown();
        business.join();
        work.awaitStatus("before", TaskStatus.SUCCEEDED);
        work.awaitStatus("holder", TaskStatus.SUCCEEDED);
        assertThat(channel.received("before")).hasSize(1);
        assertThat(channel.received("holder")).hasSize(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
