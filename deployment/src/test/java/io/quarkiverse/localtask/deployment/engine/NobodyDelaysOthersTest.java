package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.event.TaskSucceeded;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.Uni;

/** Promise 7: one bad task, one dead destination, one unknown row, one locked row, one blocking observer. */
class NobodyDelaysOthersTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(NobodyDelaysOthersTest.class, Map.of(
            "destinations.dead.channel", "scripted",
            "destinations.dead.timeout", "2s",
            "destinations.dead.concurrency", "2",
            "queue.max-per-destination", "5",
            "queue.max-spilled", "5"), BlockingObserver.class);

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Inject
    AgroalDataSource dataSource;

    @Test
    void aDeadDestination() {
        channel.script(delivery -> delivery.destination().equals("dead") ? Uni.createFrom().nothing()
                : Uni.createFrom().item(Outcome.succeeded()));
        IntStream.range(0, 100).forEach(i -> work.accept(TaskMessage.to("dead").id("dead-" + i).payload("x").build()));
        Duration slowest = Duration.ZERO;
        for (int i = 0; i < 20; i++) {
            long start = System.nanoTime();
            String id = "alive-" + i;
            work.accept(id);
            Awaitility.await().atMost(Duration.ofSeconds(2)).pollInterval(Duration.ofMillis(5))
                    .until(() -> !channel.received(id).isEmpty());
            Duration taken = Duration.ofNanos(System.nanoTime() - start);
            slowest = taken.compareTo(slowest) > 0 ? taken : slowest;
        }
        assertThat(slowest).isLessThan(Duration.ofSeconds(1));
        // by a scan, too
        work.sql("UPDATE local_task_message SET status = 3 WHERE task_id LIKE 'alive-%'");
        Awaitility.await().atMost(Duration.ofSeconds(10))
                .until(() -> work.count("task_id LIKE 'alive-%' AND status = 2") == 20);
        channel.answer(delivery -> Outcome.succeeded());
        Awaitility.await().atMost(Duration.ofSeconds(30))
                .until(() -> work.count("task_id LIKE 'dead-%' AND status = 2") == 100);
    }

    @Test
    void aTaskThatThrows() {
        channel.script(delivery -> {
            if (delivery.taskId().equals("throws")) {
                throw new StackOverflowError("secret payload");
            }
            return Uni.createFrom().item(Outcome.succeeded());
        });
        work.accept("throws");
        work.accept("beside-it");
        work.awaitStatus("beside-it", TaskStatus.SUCCEEDED);
        work.awaitStatus("throws", TaskStatus.FAILED);
        assertThat(tasks.find("throws").orElseThrow().lastError()).isEqualTo("java.lang.StackOverflowError");
        channel.answer(delivery -> Outcome.succeeded());
        work.awaitStatus("throws", TaskStatus.SUCCEEDED);
    }

    @Test
    void aRowForADestinationNobodyKnows() {
        work.accept("known");
        work.awaitStatus("known", TaskStatus.SUCCEEDED);
        work.sql("UPDATE local_task_message SET task_id = 'unknown', destination = 'crm', status = 0, attempts = 0, version = 0"
                + " WHERE task_id = 'known'");
        work.accept("later");
        work.awaitStatus("later", TaskStatus.SUCCEEDED);
        work.sql("UPDATE local_task_message SET status = 0 WHERE task_id = 'later'");
        work.awaitStatus("later", TaskStatus.SUCCEEDED);
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> work.status("unknown") == TaskStatus.FAILED);
        assertThat(tasks.find("unknown").orElseThrow().attempts()).as("no attempt counted").isZero();
        assertThat(channel.received("unknown")).isEmpty();
    }

    @Test
    void aRowThatSomebodyHasLocked() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        channel.script(delivery -> Uni.createFrom().item(Outcome.succeeded()).onItem().delayIt().until(outcome -> Uni
                .createFrom().<Void> emitter(emitter -> new Thread(() -> {
                    try {
                        go.await();
                        emitter.complete(null);
                    } catch (InterruptedException e) {
                        emitter.fail(e);
                    }
                }).start())));
        work.accept("locked");
        work.accept("free");
        try (Connection operator = dataSource.getConnection()) {
            operator.setAutoCommit(false);
            try (var statement = operator.createStatement()) {
                statement.executeQuery("SELECT id FROM local_task_message WHERE task_id = 'locked' FOR UPDATE").close();
                go.countDown();
                work.awaitStatus("free", TaskStatus.SUCCEEDED);
                channel.answer(delivery -> Outcome.succeeded());
                work.accept("later-free");
                work.awaitStatus("later-free", TaskStatus.SUCCEEDED);
            } finally {
                operator.rollback();
                operator.setAutoCommit(true);
            }
        }
        work.awaitStatus("locked", TaskStatus.SUCCEEDED);
        assertThat(channel.received("locked")).as("its outcome was kept").hasSize(1);
    }

    @Test
    void anObserverThatBlocks() {
        BlockingObserver.blocks = true;
        try {
            for (int i = 0; i < 10; i++) {
                work.accept("observed-" + i);
            }
            for (int i = 0; i < 10; i++) {
                work.awaitStatus("observed-" + i, TaskStatus.SUCCEEDED);
            }
        } finally {
            BlockingObserver.blocks = false;
        }
    }

    @ApplicationScoped
    static class BlockingObserver {

        static volatile boolean blocks;

        void on(@Observes TaskSucceeded event) {
            while (blocks) {
                Thread.onSpinWait();
            }
        }
    }
}
