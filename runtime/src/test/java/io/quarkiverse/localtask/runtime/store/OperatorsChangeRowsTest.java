package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;

/** Each change of an operator is made to rows that may be changed like that, and to no locked one. */
@OnEveryDatabase
class OperatorsChangeRowsTest extends StoreTest {

    @Test
    void redeliveredAtOnceWithAttemptsFromZero() throws SQLException {
        assertThat(changed(new RowChange.Redeliver())).isEqualTo(EnumSet.of(TaskStatus.FAILED, TaskStatus.DEAD,
                TaskStatus.CANCELLED));
        Task dead = find("DEAD");
        assertThat(dead.status()).isEqualTo(TaskStatus.FAILED);
        assertThat(dead.attempts()).isZero();
        assertThat(dead.nextAttemptTime()).isBetween(databaseTime().minusSeconds(20), databaseTime());
        assertThat(count("task_id = 'DEAD' AND version = 4")).isOne();
    }

    @Test
    void cancelled() throws SQLException {
        assertThat(changed(new RowChange.Cancel())).isEqualTo(EnumSet.of(TaskStatus.PENDING, TaskStatus.CLAIMED,
                TaskStatus.FAILED, TaskStatus.SCHEDULED));
        assertThat(find("FAILED").status()).isEqualTo(TaskStatus.CANCELLED);
    }

    @Test
    void sentElsewhere() throws SQLException {
        assertThat(changed(new RowChange.Redirect("crm", "mail"))).isEqualTo(EnumSet.of(TaskStatus.FAILED, TaskStatus.SCHEDULED,
                TaskStatus.DEAD, TaskStatus.CANCELLED));
        assertThat(find("DEAD").status()).isEqualTo(TaskStatus.FAILED);
        assertThat(find("DEAD").destination()).isEqualTo("crm");
        assertThat(find("SCHEDULED").status()).isEqualTo(TaskStatus.SCHEDULED);
        assertThat(find("SCHEDULED").nextAttemptTime()).isBefore(databaseTime().minusSeconds(60));
        assertThat(count("channel = 'mail'")).isEqualTo(4);
    }

    @Test
    void notWhereTheMessageSaysItself() throws SQLException {
        long id = insert("own target", TaskStatus.DEAD, 3);
        execute("UPDATE " + TABLE + " SET notify_config = '{\"target\":{\"url\":\"http://a\"}}' WHERE id = " + id);
        assertThat(store.change(connection, List.of(id), new RowChange.Redirect("crm", "mail"))).isZero();
        assertThat(store.change(connection, List.of(id), new RowChange.Redeliver())).isOne();
    }

    @Test
    void lockedRowsAreLeftOutAndNotWaitedFor() throws SQLException {
        long locked = insert("locked", TaskStatus.DEAD, 3);
        long free = insert("free", TaskStatus.DEAD, 3);
        try (Connection other = transaction()) {
            lock(other, locked);
            assertThat(store.change(connection, List.of(locked, free), new RowChange.Redeliver())).isOne();
            other.rollback();
        }
        assertThat(find("locked").status()).isEqualTo(TaskStatus.DEAD);
    }

    @Test
    void auditIsReadBackwards() throws SQLException {
        AuditTable audit = new AuditTable(database.dbKind, TABLE);
        audit.add(connection, "alice", "redeliver", "x".repeat(2000), 7);
        audit.add(connection, "bob", "pause", "destination erp", 0);
        var entries = audit.list(connection, Long.MAX_VALUE, 10);
        assertThat(entries).extracting(entry -> entry.actor() + " " + entry.action() + " " + entry.tasks())
                .containsExactly("bob pause 0", "alice redeliver 7");
        assertThat(entries.get(1).subject()).hasSize(1000);
        assertThat(entries.get(0).time()).isBetween(databaseTime().minusSeconds(20), databaseTime());
        assertThat(audit.list(connection, entries.get(0).id(), 10)).hasSize(1);
        assertThat(new AuditTable(database.dbKind, "other_table").list(connection, Long.MAX_VALUE, 10)).isEmpty();
    }

    @Test
    void pausedUntilResumed() throws SQLException {
        PauseTable pauses = new PauseTable(database.dbKind, TABLE);
        assertThat(pauses.pause(connection, "erp", "alice")).isTrue();
        assertThat(pauses.pause(connection, "erp", "bob")).isFalse();
        assertThat(pauses.paused(connection)).isEqualTo(Set.of("erp"));
        assertThat(pauses.resume(connection, "erp")).isTrue();
        assertThat(pauses.resume(connection, "erp")).isFalse();
        assertThat(pauses.paused(connection)).isEmpty();
    }

    @Test
    void oldestWaitingOfEachDestination() throws SQLException {
        assertThat(store.oldestWaiting(connection, 64)).isEmpty();
        aged("pending", "a", TaskStatus.PENDING, 10);
        aged("failed", "b", TaskStatus.FAILED, 20);
        aged("failed-younger", "b", TaskStatus.FAILED, 5);
        aged("claimed", "c", TaskStatus.CLAIMED, 30);
        aged("dead", "d", TaskStatus.DEAD, 40);
        insert(delayed("scheduled", "e", 3, Duration.ofHours(1)));
        insert(task("due", "f", 3), TaskStatus.SCHEDULED, 0);

        Map<String, Duration> ages = store.oldestWaiting(connection, 64);
        assertThat(ages.keySet()).containsExactlyInAnyOrder("a", "b", "c", "f");
        assertThat(ages.get("a")).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(11));
        assertThat(ages.get("b")).isBetween(Duration.ofMinutes(20), Duration.ofMinutes(21));
        assertThat(ages.get("c")).isBetween(Duration.ofMinutes(30), Duration.ofMinutes(31));
        assertThat(ages.get("f")).isBetween(Duration.ofMinutes(58), Duration.ofMinutes(61));
    }

    private void aged(String id, String destination, TaskStatus status, int minutes) throws SQLException {
        long row = insert(task(id, destination, 3), status, 1);
        execute("UPDATE " + TABLE + " SET create_time = create_time - INTERVAL '" + minutes + "' MINUTE,"
                + " next_attempt_time = next_attempt_time - INTERVAL '" + minutes + "' MINUTE WHERE id = " + row);
    }

    /** @return the statuses of which one row was changed, of one row for each */
    private Set<TaskStatus> changed(RowChange change) throws SQLException {
        EnumSet<TaskStatus> changed = EnumSet.noneOf(TaskStatus.class);
        for (TaskStatus status : TaskStatus.values()) {
            long id = insert(status.name(), status, 3);
            if (store.change(connection, List.of(id), change) == 1) {
                changed.add(status);
            }
        }
        return changed;
    }
}
