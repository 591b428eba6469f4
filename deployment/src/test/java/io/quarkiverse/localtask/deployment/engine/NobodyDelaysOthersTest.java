package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
import io.quarkiverse.localtask.event.TaskDead;
import io.quarkiverse.localtask.event.TaskFailed;
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
            "queue.max-spilled", "5"), BlockingObserver.class, Unprintable.class);

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
    void errorTextsThatNoColumnHolds() {
        Map<String, Supplier<Uni<Outcome>>> bad = Map.of(
                "bad-long", () -> Uni.createFrom().item(Outcome.failed("x".repeat(499) + "\uD83D\uDE80".repeat(50_000))),
                "bad-nul", () -> Uni.createFrom().item(Outcome.failed("a\u0000b\r\nc")),
                "bad-half", () -> Uni.createFrom().item(Outcome.rejected("a\uD83Db" + "y".repeat(100_000))),
                "bad-null", () -> Uni.createFrom().failure(new IllegalStateException((String) null)),
                "bad-throws", () -> Uni.createFrom().failure(new Unprintable()),
                "bad-nothing", () -> Uni.createFrom().nullItem());
        channel.script(delivery -> bad.getOrDefault(delivery.taskId(), () -> Uni.createFrom().item(Outcome.succeeded())).get());
        List<TaskMessage> messages = IntStream.range(0, 494).mapToObj(i -> Work.message("good-" + i))
                .collect(Collectors.toCollection(ArrayList::new));
        bad.keySet().forEach(id -> messages.add(Work.message(id)));
        work.acceptAll(messages);

        Awaitility.await().atMost(Duration.ofSeconds(20))
                .until(() -> work.count("task_id LIKE 'good-%' AND status = 2 AND attempts = 1") == 494);
        work.awaitStatus("bad-half", TaskStatus.DEAD);
        Awaitility.await().atMost(Duration.ofSeconds(10))
                .until(() -> work.count("task_id LIKE 'bad-%' AND last_error IS NOT NULL") == bad.size());
        assertThat(lastError("bad-long")).isEqualTo("x".repeat(499));
        assertThat(lastError("bad-nul")).isEqualTo("a b  c");
        assertThat(lastError("bad-half")).startsWith("a\uFFFDby").hasSize(500);
        assertThat(lastError("bad-null")).isEqualTo("java.lang.IllegalStateException");
        assertThat(lastError("bad-throws")).isEqualTo(Unprintable.class.getName());
        assertThat(lastError("bad-nothing")).isEqualTo("the channel returned no outcome");
        // observers and the log are told what is in the table
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> BlockingObserver.reasons.containsAll(
                List.of(lastError("bad-long"), lastError("bad-nul"), lastError("bad-half"))));

        channel.answer(delivery -> Outcome.succeeded());
        Awaitility.await().atMost(Duration.ofSeconds(20))
                .until(() -> work.count("task_id LIKE 'bad-%' AND status = 2") == bad.size() - 1);
    }

    private String lastError(String id) {
        return tasks.find(id).orElseThrow().lastError();
    }

    static class Unprintable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
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
                // by primary key: by the unique one MariaDB locks the gap before it as well, where others insert
                Object id = work.query("SELECT id FROM local_task_message WHERE task_id = 'locked'").get(0);
                statement.executeQuery("SELECT id FROM local_task_message WHERE id = " + id + " FOR UPDATE").close();
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
        static final Set<String> reasons = ConcurrentHashMap.newKeySet();

        void on(@Observes TaskFailed event) {
            reasons.add(event.reason());
        }

        void on(@Observes TaskDead event) {
            reasons.add(event.reason());
        }

        void on(@Observes TaskSucceeded event) {
            while (blocks) {
                Thread.onSpinWait();
            }
        }
    }
}
