package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.store.TaskStore.PurgeStep;
import io.quarkiverse.localtask.runtime.store.TaskStore.Retention;

@OnEveryDatabase
class PurgeDeletesOldFinishedRowsInStepsTest extends StoreTest {

    private static final Retention A_DAY = new Retention(Duration.ofDays(1), null, null);

    @Test
    void eachStepIsBoundedAndCommitted() throws Exception {
        long[] ids = old(10, TaskStatus.SUCCEEDED);
        PurgeStep first = store.purge(connection, 0, 4, A_DAY);
        assertThat(first).isEqualTo(new PurgeStep(ids[3], 4, false));
        try (Connection other = dataSource.getConnection()) {
            assertThat(store.find(other, "task-0")).isEmpty();
            assertThat(store.find(other, "task-4")).isPresent();
        }
        assertThat(store.purge(connection, first.lastId(), 4, A_DAY)).isEqualTo(new PurgeStep(ids[7], 4, false));
        assertThat(store.purge(connection, ids[7], 4, A_DAY)).isEqualTo(new PurgeStep(ids[9], 2, true));
        assertThat(store.purge(connection, ids[9], 4, A_DAY)).isEqualTo(new PurgeStep(ids[9], 0, true));
    }

    @Test
    void onlyOldFinishedRowsGoAndDeadOnesAreKept() throws Exception {
        TaskStatus[] all = TaskStatus.values();
        old(all.length, TaskStatus.SUCCEEDED);
        for (int i = 0; i < all.length; i++) {
            execute("UPDATE " + TABLE + " SET status = " + all[i].code() + " WHERE task_id = 'task-" + i + "'");
        }
        assertThat(store.purge(connection, 0, 100, A_DAY).deleted()).isOne();
        assertThat(count("status = 2")).isZero();
        assertThat(store.purge(connection, 0, 100, new Retention(null, Duration.ofDays(1), Duration.ofDays(3))).deleted())
                .isOne();
        assertThat(count("status = 4")).isZero();
        assertThat(count("status = 6")).isOne();
        assertThat(store.purge(connection, 0, 100, new Retention(null, null, Duration.ofDays(1))).deleted()).isOne();
        assertThat(count("1 = 1")).isEqualTo(4);
    }

    @Test
    void itStopsWhereNothingCanBeOldEnough() throws Exception {
        long[] young = store.insert(connection, tasks(10), GRACE);
        execute("UPDATE " + TABLE + " SET status = 2");
        assertThat(store.purge(connection, 0, 4, A_DAY)).isEqualTo(new PurgeStep(young[3], 0, true));
        assertThat(store.purge(connection, 0, 4, new Retention(null, null, null))).isEqualTo(new PurgeStep(0, 0, true));
    }

    @Test
    @Timeout(10)
    void lockedRowIsSkipped() throws Exception {
        long[] ids = old(10, TaskStatus.SUCCEEDED);
        try (Connection locker = transaction()) {
            lock(locker, ids[2]);
            assertThat(store.purge(connection, 0, 100, A_DAY).deleted()).isEqualTo(9);
            locker.rollback();
        }
        assertThat(count("1 = 1")).isOne();
    }

    @Test
    void retentionLongerThanAnyDatabaseKeepsRowsIsForEver() throws Exception {
        old(10, TaskStatus.SUCCEEDED);
        Retention forEver = new Retention(Duration.ofDays(10_000_000), Duration.ofDays(10_000_000), null);
        assertThat(store.purge(connection, 0, 100, forEver).deleted()).isZero();
    }

    @Test
    @Timeout(30)
    void severalInstancesShareTheWork() throws Exception {
        old(500, TaskStatus.SUCCEEDED);
        List<CompletableFuture<Integer>> instances = Stream.generate(() -> CompletableFuture.supplyAsync(this::purgeAll))
                .limit(3)
                .toList();
        int deleted = 0;
        for (CompletableFuture<Integer> instance : instances) {
            deleted += instance.get();
        }
        assertThat(count("1 = 1")).isZero();
        assertThat(deleted).isEqualTo(500);
    }

    private int purgeAll() {
        try (Connection instance = dataSource.getConnection()) {
            int deleted = 0;
            PurgeStep step;
            do {
                // from the start each time, as after a crash; what another one has locked is looked at again
                step = store.purge(instance, 0, 20, A_DAY);
                deleted += step.deleted();
            } while (step.lastId() > 0);
            return deleted;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private long[] old(int count, TaskStatus status) throws Exception {
        long[] ids = store.insert(connection, tasks(count), GRACE);
        execute("UPDATE " + TABLE + " SET status = " + status.code() + ", create_time = create_time - INTERVAL '2' DAY,"
                + " update_time = update_time - INTERVAL '2' DAY");
        return ids;
    }
}
