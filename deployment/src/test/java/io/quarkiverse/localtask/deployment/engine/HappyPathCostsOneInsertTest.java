package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkus.test.QuarkusUnitTest;

/** Design 4: a task costs 1 INSERT in the business transaction and a share of a grouped write; no claim, no SELECT. */
class HappyPathCostsOneInsertTest {

    private static final int TASKS = 500;

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(HappyPathCostsOneInsertTest.class, Map.of(
            "grace", "60s", "lease", "60s",
            // no tick of the scan while statements are counted
            "shards.default.fixed-delay", "1h",
            "outcome.max-wait", "20ms"));

    private static final AtomicInteger GIVEN_IDS = new AtomicInteger();

    @Inject
    Work work;

    @Test
    void andAShareOfAGroupedWrite() throws Exception {
        assumeTrue(TestDatabase.server().isServer(), "statements are counted in the server's own log");
        work.accept("warm-up");
        work.awaitStatus("warm-up", io.quarkiverse.localtask.TaskStatus.SUCCEEDED);
        int before = afterTheScansOfTheStart();

        Thread[] producers = new Thread[8];
        for (int p = 0; p < producers.length; p++) {
            int producer = p;
            producers[p] = new Thread(() -> IntStream.range(0, TASKS / producers.length + 1)
                    .forEach(i -> accept(producer, i)));
            producers[p].start();
        }
        for (Thread producer : producers) {
            producer.join();
        }
        int tasks = producers.length * (TASKS / producers.length + 1);
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> work.count("status = 2") == tasks + 1);

        List<String> all = statements();
        List<String> ours = all.subList(before, all.size()).stream().filter(sql -> !sql.contains("count(*)")).toList();
        long inserts = ours.stream().filter(sql -> sql.contains("INSERT INTO local_task_message")).count();
        long writes = ours.stream().filter(sql -> sql.contains("UPDATE local_task_message")).count();
        // where an UPDATE cannot skip locked rows, they are locked first
        long locks = ours.stream().filter(sql -> !sql.contains("UPDATE local_task_message"))
                .filter(sql -> sql.contains("FROM local_task_message") && sql.contains("FOR UPDATE SKIP LOCKED")).count();
        long looks = ours.stream().filter(sql -> sql.contains("FROM local_task_message WHERE task_id IN")).count();
        long rest = ours.stream().filter(sql -> sql.contains("local_task_message")).count() - inserts - writes
                - locks - looks;
        System.out.printf("Statements for %d tasks: %d INSERT, %d grouped writes, %d others%n", tasks, inserts, writes, rest);
        assertThat(inserts).isEqualTo(tasks);
        assertThat(writes).as("grouped").isBetween(1L, tasks / 2L);
        assertThat(locks).as("as many as writes, or none").isIn(0L, writes);
        assertThat(looks).as("for ids that the caller gave, where an INSERT of a known one would lock a gap")
                .isEqualTo(TestDatabase.server() instanceof TestServer.MariaDb ? GIVEN_IDS.get() : 0);
        assertThat(rest).as("no claim and no SELECT").isZero();
    }

    private void accept(int producer, int i) {
        TaskMessage.Builder message = TaskMessage.to("erp").payload("happy");
        if (i % 2 == 0) {
            GIVEN_IDS.incrementAndGet();
            message.id("happy-" + producer + "-" + i);
        }
        work.accept(message.build());
    }

    /** One when the application is up, and the schedule's first tick about then: afterwards none within the hour. */
    private static int afterTheScansOfTheStart() {
        AtomicInteger before = new AtomicInteger();
        return Awaitility.await().atMost(Duration.ofSeconds(40)).pollInterval(Duration.ofSeconds(4)).until(() -> {
            List<String> all = statements();
            boolean scanned = all.stream().anyMatch(sql -> sql.contains("FROM local_task_message WHERE status = 1 "));
            return scanned && before.getAndSet(all.size()) == all.size() ? all.size() : 0;
        }, size -> size > 0);
    }

    /** Without the look for paused destinations, which comes every five seconds whatever is sent. */
    private static List<String> statements() {
        return TestDatabase.statements(HappyPathCostsOneInsertTest.class).stream()
                .filter(sql -> !sql.contains("local_task_pause") && !sql.contains("local_task_audit")).toList();
    }
}
