package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.EnumSet;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;

@OnEveryDatabase
class RedeliverAndCancelTest extends StoreTest {

    private static final Set<TaskStatus> REDELIVERABLE = EnumSet.of(TaskStatus.FAILED, TaskStatus.DEAD, TaskStatus.CANCELLED);

    @Test
    void redeliverMakesFailedDeadAndCancelledTasksDueNow() throws Exception {
        for (TaskStatus status : TaskStatus.values()) {
            long id = insert(status.name(), status, 5);
            Task before = find(status.name());
            assertThat(store.redeliver(connection, status.name())).as("%s", status).isEqualTo(REDELIVERABLE.contains(status));
            if (REDELIVERABLE.contains(status)) {
                Task task = find(status.name());
                assertThat(task.status()).isEqualTo(TaskStatus.FAILED);
                assertThat(task.attempts()).isZero();
                assertThat(task.nextAttemptTime()).isEqualTo(task.updateTime()).isAfter(before.nextAttemptTime());
                assertThat(version(id)).isEqualTo(6);
            } else {
                assertThat(find(status.name())).isEqualTo(before);
            }
        }
        assertThat(store.redeliver(connection, "unknown")).isFalse();
    }

    @Test
    void cancelEndsWhatIsNotTerminal() throws Exception {
        for (TaskStatus status : TaskStatus.values()) {
            long id = insert(status.name(), status, 5);
            assertThat(store.cancel(connection, status.name())).as("%s", status).isEqualTo(!status.isTerminal());
            assertThat(find(status.name()).status()).isEqualTo(status.isTerminal() ? status : TaskStatus.CANCELLED);
            assertThat(version(id)).isEqualTo(status.isTerminal() ? 5 : 6);
        }
        assertThat(store.cancel(connection, "unknown")).isFalse();
    }

    @Test
    void theyFollowTheCallersTransaction() throws Exception {
        insert("a");
        try (Connection business = transaction()) {
            assertThat(store.cancel(business, "a")).isTrue();
            assertThat(store.find(business, "a")).get().extracting(Task::status).isEqualTo(TaskStatus.CANCELLED);
            business.rollback();
        }
        assertThat(find("a").status()).isEqualTo(TaskStatus.PENDING);
        assertThat(store.find(connection, "unknown")).isEmpty();
    }
}
