package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

@OnEveryDatabase
class RepeatedTaskIdIsInsertedOnceTest extends StoreTest {

    @Test
    void keysComeBackInTheOrderOfTheList() throws Exception {
        long[] ids = store.insert(connection, tasks(50), GRACE);
        assertThat(ids).isSorted().doesNotContain(0).doesNotHaveDuplicates();
        assertThat(store.claimSpilled(connection, "partner", List.of(new SpilledTask(ids[7], "task-7", 0)), LEASE))
                .singleElement()
                .extracting(ClaimedTask::taskId).isEqualTo("task-7");
    }

    @Test
    void committedIdIsKnown() throws Exception {
        assertThat(insert("a")).isPositive();
        assertThat(insert("a")).isZero();
    }

    @Test
    void oneKnownIdInABatchLeavesTheOthersIn() throws Exception {
        insert("task-7");
        long[] ids = store.insert(connection, tasks(50), GRACE);
        assertThat(ids[7]).isZero();
        assertThat(LongStream.of(ids).filter(id -> id != 0).count()).isEqualTo(49);
        assertThat(count("status = 0")).isEqualTo(50);
    }

    @Test
    void firstOfEqualIdsInABatchGoesIn() throws Exception {
        long[] ids = store.insert(connection, List.of(task("b", "first", 0), task("a"), task("b", "second", 0)), GRACE);
        assertThat(ids[0]).isPositive();
        assertThat(ids[1]).isPositive();
        assertThat(ids[2]).isZero();
        assertThat(find("b").destination()).isEqualTo("first");
    }

    @Test
    void knownIdLeavesTheTransactionUsable() throws Exception {
        insert("a");
        try (Connection business = transaction()) {
            assertThat(store.insert(business, List.of(task("a")), GRACE)).containsExactly(0);
            assertThat(store.insert(business, List.of(task("b")), GRACE)[0]).isPositive();
            business.commit();
        }
        assertThat(count("task_id = 'b'")).isOne();
    }

    @Test
    void oursGoesInWhenTheConcurrentHolderRollsBack() throws Exception {
        assertThat(insertWhileHeld(false)).isPositive();
    }

    @Test
    void oursIsKnownWhenTheConcurrentHolderCommits() throws Exception {
        assertThat(insertWhileHeld(true)).isZero();
    }

    private long insertWhileHeld(boolean commit) throws Exception {
        try (Connection holder = transaction(); Connection business = transaction()) {
            store.insert(holder, List.of(task("a")), GRACE);
            CompletableFuture<long[]> ours = CompletableFuture.supplyAsync(() -> {
                try {
                    long[] ids = store.insert(business, List.of(task("a")), GRACE);
                    business.commit();
                    return ids;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            await().pollDelay(Duration.ofMillis(300)).until(() -> !ours.isDone());
            if (commit) {
                holder.commit();
            } else {
                holder.rollback();
            }
            return ours.get()[0];
        }
    }

    @Test
    void rolledBackRowIsGone() throws Exception {
        try (Connection business = transaction()) {
            store.insert(business, tasks(3), GRACE);
            business.rollback();
        }
        assertThat(count("1 = 1")).isZero();
    }
}
