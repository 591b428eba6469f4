package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;

@OnEveryDatabase
class WriteObeysFenceAndSkipsLockedRowsTest extends StoreTest {

    @Test
    void immediateSuccessIsCountedAndMarked() throws Exception {
        long id = insert("a");
        assertThat(write(succeeded(id, "a", 0, true))).isTrue();
        Task task = find("a");
        assertThat(task.status()).isEqualTo(TaskStatus.SUCCEEDED);
        assertThat(task.attempts()).isOne();
        assertThat(task.lastError()).isNull();
    }

    @Test
    void claimedSuccessIsNotCountedAgain() throws Exception {
        long id = insert("a", TaskStatus.CLAIMED, 2);
        assertThat(write(succeeded(id, "a", 2, false))).isTrue();
        assertThat(find("a").attempts()).isEqualTo(2);
    }

    @Test
    void successCanDeleteTheRow() throws Exception {
        long[] ids = store.insert(connection, tasks(3), GRACE);
        assertThat(store.write(connection, List.of(succeeded(ids[0], "task-0", 0, true), succeeded(ids[1], "task-1", 0, true)),
                Completion.DELETE)).containsExactlyInAnyOrder(ids[0], ids[1]);
        assertThat(count("1 = 1")).isOne();
    }

    @Test
    void failureIsDueAfterItsDelayByTheDatabasesClock() throws Exception {
        long id = insert("a");
        assertThat(write(failed(id, "a", 0, true, Duration.ofMillis(90_500)))).isTrue();
        Task task = find("a");
        assertThat(task.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(task.attempts()).isOne();
        assertThat(task.lastError()).isEqualTo("503");
        assertThat(task.nextAttemptTime()).isEqualTo(task.updateTime().plusMillis(90_500));
        assertThat(version(id)).isOne();
    }

    @Test
    void lateFailureChangesNothing() throws Exception {
        long id = insert("a", TaskStatus.CLAIMED, 2);
        Task before = find("a");
        assertThat(write(failed(id, "a", 1, false, Duration.ZERO))).isFalse();
        assertThat(write(dead(id, "a", 1))).isFalse();
        assertThat(write(handedBack(id, "a", 1))).isFalse();
        assertThat(find("a")).isEqualTo(before);
    }

    @Test
    void lateSuccessFinishesARowThatIsClaimedByAnother() throws Exception {
        for (TaskStatus open : List.of(TaskStatus.PENDING, TaskStatus.CLAIMED, TaskStatus.FAILED, TaskStatus.SCHEDULED)) {
            long id = insert(open.name(), open, 3);
            assertThat(write(succeeded(id, open.name(), 1, true))).isTrue();
            assertThat(find(open.name()).status()).isEqualTo(TaskStatus.SUCCEEDED);
        }
    }

    @Test
    void terminalStatesAreFinal() throws Exception {
        for (TaskStatus terminal : List.of(TaskStatus.SUCCEEDED, TaskStatus.DEAD, TaskStatus.CANCELLED)) {
            String taskId = terminal.name();
            long id = insert(taskId, terminal, 1);
            Task before = find(taskId);
            assertThat(write(succeeded(id, taskId, 1, true))).isFalse();
            assertThat(write(failed(id, taskId, 1, true, Duration.ZERO))).isFalse();
            assertThat(write(dead(id, taskId, 1))).isFalse();
            assertThat(write(handedBack(id, taskId, 1))).isFalse();
            assertThat(find(taskId)).isEqualTo(before);
        }
    }

    @Test
    void rowOfAnotherTaskWithTheSameKeyIsLeftAlone() throws Exception {
        long id = insert("after-the-restore");
        assertThat(write(succeeded(id, "before-the-restore", 0, true))).isFalse();
        assertThat(write(failed(id, "before-the-restore", 0, true, Duration.ZERO))).isFalse();
        assertThat(find("after-the-restore").status()).isEqualTo(TaskStatus.PENDING);
    }

    @Test
    void deadKeepsItsReason() throws Exception {
        long id = insert("a", TaskStatus.CLAIMED, 25);
        assertThat(write(dead(id, "a", 25))).isTrue();
        assertThat(find("a")).satisfies(task -> {
            assertThat(task.status()).isEqualTo(TaskStatus.DEAD);
            assertThat(task.lastError()).isEqualTo("410");
        });
        assertThat(version(id)).isEqualTo(26);
    }

    @Test
    void handedBackAttemptIsNotCounted() throws Exception {
        long id = insert("a", TaskStatus.FAILED, 4);
        ClaimedTask claimed = store.claim(connection, List.of(candidate(id, 4)), LEASE).get(0);
        assertThat(write(handedBack(id, "a", claimed.version()))).isTrue();
        Task task = find("a");
        assertThat(task.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(task.attempts()).isEqualTo(4);
        assertThat(task.nextAttemptTime()).isEqualTo(task.updateTime());
        assertThat(version(id)).isEqualTo(6);
    }

    @Test
    @Timeout(10)
    void lockedRowOfAGroupIsLeftOutAndTheOthersAreWritten() throws Exception {
        long[] ids = store.insert(connection, tasks(500), GRACE);
        List<RowOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < ids.length; i++) {
            outcomes.add(i % 10 == 0 ? failed(ids[i], "task-" + i, 0, true, Duration.ofSeconds(1))
                    : succeeded(ids[i], "task-" + i, 0, true));
        }
        try (Connection locker = transaction()) {
            lock(locker, ids[250]);
            Set<Long> written = store.write(connection, outcomes, Completion.MARK);
            assertThat(written).hasSize(499).doesNotContain(ids[250]);
            assertThat(store.stillOpen(connection, List.of(outcomes.get(250), outcomes.get(251)))).containsExactly(ids[250]);
            locker.rollback();
        }
        assertThat(count("status = 2")).isEqualTo(450);
        assertThat(count("status = 3")).isEqualTo(49);
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(write(outcomes.get(250))).isTrue();
    }

    @Test
    void stillOpenFollowsTheSameRulesAsTheWrite() throws Exception {
        long claimed = insert("claimed", TaskStatus.CLAIMED, 2);
        long dead = insert("dead", TaskStatus.DEAD, 2);
        assertThat(
                store.stillOpen(connection, List.of(succeeded(claimed, "claimed", 1, false), succeeded(dead, "dead", 2, false),
                        succeeded(dead + 1, "gone", 0, false))))
                .containsExactly(claimed);
        assertThat(store.stillOpen(connection, List.of(failed(claimed, "claimed", 1, false, null)))).isEmpty();
        assertThat(store.stillOpen(connection, List.of(failed(claimed, "claimed", 2, false, null)))).containsExactly(claimed);
        assertThat(store.stillOpen(connection, List.of(succeeded(claimed, "another", 1, false)))).isEmpty();
        assertThat(store.stillOpen(connection, List.of())).isEmpty();
    }

    @Test
    void badErrorTextDoesNotSpoilTheGroup() throws Exception {
        long[] ids = store.insert(connection, tasks(2), GRACE);
        String bad = "\u0000\ud83d" + "\ud83d\ude00".repeat(50_000);
        assertThat(store.write(connection, List.of(failed(ids[0], "task-0", 0, true, Duration.ZERO),
                new RowOutcome(ids[1], "task-1", 0, TaskStatus.FAILED, true, Duration.ZERO, bad)), Completion.MARK)).hasSize(2);
        assertThat(find("task-1").lastError()).startsWith(" \ufffd\ud83d\ude00").hasSizeLessThanOrEqualTo(500);
    }
}
