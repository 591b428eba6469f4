package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;

/**
 * Several instances scan, claim, write outcomes and purge on one table, while business transactions insert: each row is claimed
 * by one of them, and nobody sees a deadlock, a lock timeout or any other error.
 */
@OnEveryDatabase
class InstancesShareTheRowsTest extends StoreTest {

    private static final int BUSINESSES = 3;
    private static final int TASKS_EACH = 120;
    private static final int INSTANCES = 3;
    private static final int[] HOUSES = IntStream.range(0, 8).toArray();

    private final Queue<String> claimed = new ConcurrentLinkedQueue<>();
    private final AtomicInteger finished = new AtomicInteger();

    @Test
    @Timeout(120)
    void andNobodySeesAnError() throws Exception {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < BUSINESSES; i++) {
            int business = i;
            all.add(CompletableFuture.runAsync(() -> run(() -> insertAll(business)), command -> new Thread(command).start()));
        }
        for (int i = 0; i < INSTANCES; i++) {
            int instance = i;
            all.add(CompletableFuture.runAsync(() -> run(() -> workUntilAllIsDone(instance)),
                    command -> new Thread(command).start()));
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get();

        assertThat(claimed).doesNotHaveDuplicates().hasSize(BUSINESSES * TASKS_EACH);
        assertThat(count("status IN (0, 1, 3)")).isZero();
    }

    /** At the isolation that the database has by default. */
    private void insertAll(int business) throws Exception {
        try (Connection connection = transaction()) {
            for (int i = 0; i < TASKS_EACH;) {
                int together = Math.min(TASKS_EACH - i, ThreadLocalRandom.current().nextInt(1, 6));
                List<NewTask> tasks = new ArrayList<>();
                for (int n = 0; n < together; n++, i++) {
                    tasks.add(task(business + "-" + i, "partner-" + i % 3, i % HOUSES.length));
                }
                store.insert(connection, tasks, Duration.ZERO);
                connection.commit();
            }
        }
    }

    private void workUntilAllIsDone(int instance) throws Exception {
        Database database = new Database(dataSource, 1, Duration.ofSeconds(20));
        while (finished.get() < BUSINESSES * TASKS_EACH) {
            List<Candidate> found = database.background(own -> store.fresh(own, HOUSES, new long[HOUSES.length], 20));
            List<Candidate> due = found.stream().filter(Candidate::due).toList();
            List<ClaimedTask> tasks = database.background(own -> store.claim(own, due, LEASE));
            List<RowOutcome> open = new ArrayList<>();
            for (ClaimedTask task : tasks) {
                claimed.add(task.taskId());
                open.add(new RowOutcome(task.id(), task.taskId(), task.version(),
                        task.id() % 5 == 0 ? TaskStatus.DEAD : TaskStatus.SUCCEEDED, false, null, null));
            }
            // one that was locked at that moment is written by the next turn
            while (!open.isEmpty()) {
                var written = database.background(own -> store.write(own, open, Completion.MARK));
                open.removeIf(outcome -> written.contains(outcome.id()));
                finished.addAndGet(written.size());
            }
            if (instance == 0) {
                database.background(own -> store.purge(own, 0, 500,
                        new TaskStore.Retention(Duration.ofDays(1), null, null)));
            }
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void run(Work work) {
        try {
            work.run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
