package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;

@OnEveryDatabase
class RowIsBornLeasedByTheDatabasesClockTest extends StoreTest {

    @Test
    void pendingRowIsDueAfterTheGrace() throws Exception {
        insert("a");
        Task task = find("a");
        assertThat(task.status()).isEqualTo(TaskStatus.PENDING);
        assertThat(task.attempts()).isZero();
        assertThat(task.nextAttemptTime()).isEqualTo(task.createTime().plus(GRACE));
        assertThat(task.updateTime()).isEqualTo(task.createTime());
        assertThat(store.fresh(connection, new int[] { 0 }, new long[] { 0 }, 10)).singleElement().extracting(Candidate::due)
                .isEqualTo(false);
    }

    @Test
    void delayedRowIsScheduled() throws Exception {
        store.insert(connection, List.of(delayed("a", "partner", 0, Duration.ofHours(1)), task("b")), GRACE);
        Task task = find("a");
        assertThat(task.status()).isEqualTo(TaskStatus.SCHEDULED);
        assertThat(task.nextAttemptTime()).isEqualTo(task.createTime().plus(Duration.ofHours(1)));
        assertThat(find("b").status()).isEqualTo(TaskStatus.PENDING);
    }

    @Test
    void leaseBeginsAtTheInsertAndNotAtTheTransaction() throws Exception {
        try (Connection business = transaction(); Statement statement = business.createStatement()) {
            statement.executeQuery("SELECT CURRENT_TIMESTAMP");
            Instant begun = databaseTime();
            await().pollDelay(Duration.ofMillis(600)).until(() -> databaseTime().isAfter(begun.plusMillis(500)));
            store.insert(business, List.of(task("a")), GRACE);
            store.insert(business, tasks(2), GRACE);
            business.commit();
            for (String id : List.of("a", "task-0", "task-1")) {
                assertThat(find(id).createTime()).isAfter(begun.plusMillis(500)).isBeforeOrEqualTo(databaseTime());
                assertThat(find(id).nextAttemptTime()).isEqualTo(find(id).createTime().plus(GRACE));
            }
            statement.executeQuery("SELECT CURRENT_TIMESTAMP");
            execute("UPDATE " + TABLE + " SET status = 4 WHERE task_id = 'a'");
            Instant beforeWait = databaseTime();
            await().pollDelay(Duration.ofMillis(600)).until(() -> databaseTime().isAfter(beforeWait.plusMillis(500)));
            assertThat(store.redeliver(business, "a")).isTrue();
            business.commit();
            assertThat(find("a").nextAttemptTime()).isAfter(beforeWait.plusMillis(500));
        }
    }

    @Test
    void clockIsTheDatabasesOwn() throws Exception {
        insert("a");
        assertThat(find("a").createTime()).isCloseTo(databaseTime(), within(10, ChronoUnit.SECONDS));
    }

    /**
     * H2's list of sessions, where the clock of a caller's statement stands, cannot always be read beside others that commit.
     */
    @Test
    void othersThatCommitAtThatMomentDoNotDisturbIt() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService others = Executors.newFixedThreadPool(3);
        try {
            for (int i = 0; i < 3; i++) {
                String id = "other-" + i;
                insert(id);
                others.submit(() -> {
                    try (Connection other = transaction(); Statement statement = other.createStatement()) {
                        while (!over.get()) {
                            statement.executeUpdate("UPDATE " + TABLE + " SET task_name = 'x' WHERE task_id = '" + id + "'");
                            other.commit();
                        }
                    }
                    return null;
                });
            }
            try (Connection business = transaction()) {
                for (int i = 0; i < 2000; i++) {
                    store.insert(business, List.of(task("mine-" + i)), GRACE);
                    store.redeliver(business, "nobody");
                    business.commit();
                    store.retries(connection, new int[] { 0 }, sinceEver(new int[] { 0 }), "partner", 10);
                }
            }
        } finally {
            over.set(true);
            others.shutdown();
        }
        assertThat(others.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }
}
