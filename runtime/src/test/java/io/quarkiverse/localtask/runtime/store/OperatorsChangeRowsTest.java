package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
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
        assertThat(store.change(connection, List.of(row(id)), new RowChange.Redirect("crm", "mail"))).isZero();
        assertThat(store.change(connection, List.of(row(id)), new RowChange.Redeliver())).isOne();
    }

    @Test
    void lockedRowsAreLeftOutAndNotWaitedFor() throws SQLException {
        long locked = insert("locked", TaskStatus.DEAD, 3);
        long free = insert("free", TaskStatus.DEAD, 3);
        try (Connection other = transaction()) {
            lock(other, locked);
            assertThat(store.change(connection, List.of(row(locked), row(free)), new RowChange.Redeliver())).isOne();
            other.rollback();
        }
        assertThat(find("locked").status()).isEqualTo(TaskStatus.DEAD);
    }

    @Test
    void onlyWhatIsAsItWas() throws SQLException {
        long id = insert("moved on", TaskStatus.DEAD, 3);
        assertThat(store.change(connection, List.of(new RowVersion(id, 2)), new RowChange.Redeliver())).isZero();
        assertThat(find("moved on").status()).isEqualTo(TaskStatus.DEAD);
    }

    @Test
    void auditIsReadBackwards() throws SQLException {
        AuditTable audit = new AuditTable(database.dbKind, TABLE);
        audit.add(connection, "alice", "redeliver", "x".repeat(2000), 7);
        long pause = audit.add(connection, "bob", "pause", "destination erp", 0);
        audit.count(connection, pause, 3);
        var entries = audit.list(connection, Long.MAX_VALUE, 10);
        assertThat(entries).extracting(entry -> entry.actor() + " " + entry.action() + " " + entry.tasks())
                .containsExactly("bob pause 3", "alice redeliver 7");
        assertThat(entries.get(1).subject()).hasSize(1000);
        assertThat(entries.get(0).time()).isBetween(databaseTime().minusSeconds(20), databaseTime());
        assertThat(audit.list(connection, entries.get(0).id(), 10)).hasSize(1);
        assertThat(new AuditTable(database.dbKind, "other_table").list(connection, Long.MAX_VALUE, 10)).isEmpty();
    }

    @Test
    void auditOfAnotherTableIsNotPurged() throws SQLException {
        AuditTable own = new AuditTable(database.dbKind, TABLE);
        AuditTable others = new AuditTable(database.dbKind, "other_table");
        own.add(connection, "alice", "redeliver", "task 1", 1);
        others.add(connection, "bob", "redeliver", "task 2", 1);
        others.purge(connection, Duration.ZERO);
        assertThat(others.list(connection, Long.MAX_VALUE, 10)).isEmpty();
        assertThat(own.list(connection, Long.MAX_VALUE, 10)).hasSize(1);
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
    void ofTwoWhoPauseAtOnceOneDoes() throws SQLException {
        PauseTable pauses = new PauseTable(database.dbKind, TABLE);
        try (Connection second = transaction()) {
            second.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            assertThat(pauses.paused(second)).as("as the second one sees it").isEmpty();
            assertThat(pauses.pause(connection, "crm", "alice")).isTrue();
            assertThat(pauses.pause(second, "crm", "bob")).isFalse();
            assertThat(pauses.paused(second)).as("its transaction can go on").isEmpty();
            second.commit();
        }
        pauses.resume(connection, "crm");
    }

    /** @return the statuses of which one row was changed, of one row for each */
    private Set<TaskStatus> changed(RowChange change) throws SQLException {
        EnumSet<TaskStatus> changed = EnumSet.noneOf(TaskStatus.class);
        for (TaskStatus status : TaskStatus.values()) {
            long id = insert(status.name(), status, 3);
            if (store.change(connection, List.of(row(id)), change) == 1) {
                changed.add(status);
            }
        }
        return changed;
    }

    /** Rows of these tests have had three attempts, and as many versions. */
    private static RowVersion row(long id) {
        return new RowVersion(id, 3);
    }
}
