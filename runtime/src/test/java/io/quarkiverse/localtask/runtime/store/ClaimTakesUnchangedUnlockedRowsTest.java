package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;

@OnEveryDatabase
class ClaimTakesUnchangedUnlockedRowsTest extends StoreTest {

    @Test
    void attemptIsCountedBeforeItIsMade() throws Exception {
        NewTask full = new NewTask("a", "Orders.place", "http", "partner", "{\"h\":\"x\"}", "\u00e4\u20ac\ud83d\ude00 {}",
                "text/plain", 3, null, null, null, false);
        long id = insert(full, TaskStatus.FAILED, 2);
        Instant before = databaseTime();
        assertThat(store.claim(connection, List.of(candidate(id, 2)), LEASE))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("age").containsExactly(new ClaimedTask(id, "a",
                        "Orders.place", "partner", "{\"h\":\"x\"}", "\u00e4\u20ac\ud83d\ude00 {}", "text/plain", 3, 3, null,
                        Duration.ZERO));
        Task task = find("a");
        assertThat(task.status()).isEqualTo(TaskStatus.CLAIMED);
        assertThat(task.attempts()).isEqualTo(3);
        assertThat(task.nextAttemptTime()).isEqualTo(task.updateTime().plus(LEASE)).isAfter(before.plus(LEASE).minusMillis(1));
        assertThat(version(id)).isEqualTo(3);
    }

    @Test
    void otherVersionIsNotTaken() throws Exception {
        long id = insert("a", TaskStatus.FAILED, 2);
        assertThat(store.claim(connection, List.of(candidate(id, 1), candidate(id + 1, 0)), LEASE)).isEmpty();
        assertThat(find("a").status()).isEqualTo(TaskStatus.FAILED);
    }

    @Test
    void secondClaimOfTheSameCandidatesGetsNothing() throws Exception {
        List<Candidate> candidates = fresh(10);
        assertThat(store.claim(connection, candidates, LEASE)).hasSize(10);
        assertThat(store.claim(connection, candidates, LEASE)).isEmpty();
    }

    @Test
    void terminalRowIsNotTaken() throws Exception {
        for (TaskStatus status : List.of(TaskStatus.SUCCEEDED, TaskStatus.DEAD, TaskStatus.CANCELLED)) {
            long id = insert(status.name(), status, 1);
            assertThat(store.claim(connection, List.of(candidate(id, 1)), LEASE)).isEmpty();
        }
    }

    @Test
    void tasksComeBackInTheOrderAskedFor() throws Exception {
        List<Candidate> shuffled = new ArrayList<>(fresh(20));
        Collections.shuffle(shuffled);
        assertThat(store.claim(connection, shuffled, LEASE)).extracting(ClaimedTask::id)
                .isEqualTo(shuffled.stream().map(Candidate::id).toList());
    }

    @Test
    @Timeout(10)
    void lockedRowIsSkippedAndTheOthersAreTaken() throws Exception {
        List<Candidate> candidates = fresh(20);
        try (Connection locker = transaction()) {
            lock(locker, candidates.get(5).id());
            assertThat(store.claim(connection, candidates, LEASE)).extracting(ClaimedTask::id).hasSize(19)
                    .doesNotContain(candidates.get(5).id());
            locker.rollback();
        }
        assertThat(connection.getAutoCommit()).isTrue();
    }

    @Test
    void spilledRowIsTakenBeforeItIsDueWhileNobodyElseTookIt() throws Exception {
        long[] ids = store.insert(connection, tasks(3), GRACE);
        store.claim(connection, List.of(candidate(ids[1], 0)), LEASE);
        List<SpilledTask> all = IntStream.range(0, 3).mapToObj(i -> new SpilledTask(ids[i], "task-" + i, 0)).toList();
        assertThat(store.claimSpilled(connection, "partner", all, LEASE)).extracting(ClaimedTask::id)
                .containsExactly(ids[0], ids[2]);
        assertThat(store.claimSpilled(connection, "partner", all, LEASE)).isEmpty();
    }

    @Test
    void spilledRowIsLeftAloneWhenItsIdHasComeAgainOrItGoesElsewhereNow() throws Exception {
        long[] ids = store.insert(connection, tasks(3), GRACE);
        execute("UPDATE " + TABLE + " SET destination = 'another' WHERE id = " + ids[1]);
        assertThat(store.claimSpilled(connection, "partner", List.of(new SpilledTask(ids[0], "of-before-the-restore", 0),
                new SpilledTask(ids[1], "task-1", 0), new SpilledTask(ids[2], "task-2", 0)), LEASE))
                .extracting(ClaimedTask::taskId).containsExactly("task-2");
        assertThat(version(ids[0])).isZero();
        assertThat(version(ids[1])).isZero();
    }

    @Test
    void rowThatNobodyCanSendMovesToTheRetryLaneUncounted() throws Exception {
        List<Candidate> candidates = fresh(2);
        long failed = insert("c", TaskStatus.FAILED, 1);
        store.moveToRetryLane(connection,
                List.of(candidates.get(0), candidate(candidates.get(1).id(), 7), candidate(failed, 1)));
        Task moved = find("task-0");
        assertThat(moved.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(moved.attempts()).isZero();
        assertThat(moved.nextAttemptTime()).isEqualTo(moved.updateTime());
        assertThat(version(candidates.get(0).id())).isOne();
        assertThat(find("task-1").status()).isEqualTo(TaskStatus.PENDING);
        assertThat(version(failed)).isOne();
    }

    @Test
    void rowThatIsNotDueMovesToTheRetryLaneWithItsTime() throws Exception {
        long id = store.insert(connection, tasks(1), GRACE)[0];
        Instant due = find("task-0").nextAttemptTime();
        assertThat(store.moveToRetryLane(connection, List.of(candidate(id, 0)))).containsExactly(id);
        assertThat(find("task-0").status()).isEqualTo(TaskStatus.FAILED);
        assertThat(find("task-0").nextAttemptTime()).isEqualTo(due);
    }

    @Test
    void nothingAskedForIsNothingDone() {
        assertThatNoException().isThrownBy(() -> {
            assertThat(store.claim(connection, List.of(), LEASE)).isEmpty();
            assertThat(store.claimSpilled(connection, "partner", List.of(), LEASE)).isEmpty();
            store.moveToRetryLane(connection, List.of());
            assertThat(store.insert(connection, List.of(), Duration.ZERO)).isEmpty();
        });
    }

    private List<Candidate> fresh(int count) throws Exception {
        store.insert(connection, tasks(count), Duration.ZERO);
        return store.fresh(connection, new int[] { 0 }, new long[] { 0 }, count);
    }
}
