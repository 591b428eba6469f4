package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.quarkiverse.localtask.TaskStatus;

/**
 * Two business transactions that are open at the same time, at the isolation the database has by default, with different ids:
 * neither locks what the other one writes.
 */
@OnEveryDatabase
@Timeout(4)
class CallersDoNotWaitForEachOtherTest extends StoreTest {

    @Test
    void whenOneCancelsOrRedeliversWhatIsNotThere() throws Exception {
        try (Connection one = transaction(); Connection other = transaction()) {
            assertThat(store.cancel(one, "order-999")).isFalse();
            assertThat(store.redeliver(one, "order-998")).isFalse();
            assertThat(store.insert(other, List.of(task("order-999-reminder"), generated()), GRACE)).doesNotContain(0);
            other.commit();
            one.commit();
        }
    }

    @Test
    void whenOneCancelsOrRedeliversWhatIsThere() throws Exception {
        insert("order-500");
        insert("order-700", TaskStatus.FAILED, 1);
        try (Connection one = transaction(); Connection other = transaction()) {
            assertThat(store.cancel(one, "order-500")).isTrue();
            assertThat(store.redeliver(one, "order-700")).isTrue();
            assertThat(store.insert(other, List.of(task("order-499"), task("order-501"), task("order-699")), GRACE))
                    .doesNotContain(0);
            other.commit();
            one.commit();
        }
    }

    @Test
    void whenBothReplaceAReminder() throws Exception {
        try (Connection one = transaction(); Connection other = transaction()) {
            assertThat(store.cancel(one, "reminder-1")).isFalse();
            assertThat(store.cancel(other, "reminder-2")).isFalse();
            assertThat(store.insert(one, List.of(task("reminder-1-new")), GRACE)).doesNotContain(0);
            assertThat(store.insert(other, List.of(task("reminder-2-new")), GRACE)).doesNotContain(0);
            one.commit();
            other.commit();
        }
    }

    @Test
    void whenOneRepeatsAnId() throws Exception {
        insert("order-300");
        try (Connection one = transaction(); Connection other = transaction()) {
            assertThat(store.insert(one, List.of(task("order-300")), GRACE)).containsExactly(0);
            assertThat(store.insert(one, List.of(task("order-300"), task("order-400")), GRACE)[0]).isZero();
            assertThat(store.insert(other, List.of(task("order-200"), generated()), GRACE)).doesNotContain(0);
            assertThat(store.insert(other, List.of(generated(), generated()), GRACE)).doesNotContain(0);
            one.commit();
            other.commit();
        }
    }

    private static NewTask generated() {
        return new NewTask(UUID.randomUUID().toString(), "Orders.place", "http", "partner", null, "{}", "application/json", 0,
                null, null, null, true);
    }
}
