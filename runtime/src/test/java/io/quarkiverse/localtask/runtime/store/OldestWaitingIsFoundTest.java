package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.store.TaskStore.FreshHead;

/** How long the oldest task of each destination has been waiting; what is finished or not due yet does not wait. */
@OnEveryDatabase
class OldestWaitingIsFoundTest extends StoreTest {

    @Test
    void oldestWaitingOfEachDestination() throws SQLException {
        assertThat(store.oldestWaiting(connection)).isEmpty();
        aged("failed", "b", TaskStatus.FAILED, 20);
        aged("failed-younger", "b", TaskStatus.FAILED, 5);
        aged("claimed", "c", TaskStatus.CLAIMED, 30);
        aged("dead", "d", TaskStatus.DEAD, 40);
        insert(delayed("scheduled", "e", 3, Duration.ofHours(1)));
        insert(task("due", "f", 3), TaskStatus.SCHEDULED, 0);
        insert(delayed("before it", "g", 3, Duration.ofMinutes(5)));
        aged("behind what was scheduled", "g", TaskStatus.FAILED, 40);
        execute("UPDATE " + TABLE + " SET next_attempt_time = next_attempt_time + INTERVAL '110' MINUTE"
                + " WHERE destination = 'g' AND status = 3");

        Map<String, Duration> ages = store.oldestWaiting(connection);
        assertThat(ages.keySet()).containsExactlyInAnyOrder("b", "c", "f", "g");
        assertThat(ages.get("b")).isBetween(Duration.ofMinutes(20), Duration.ofMinutes(21));
        assertThat(ages.get("c")).isBetween(Duration.ofMinutes(30), Duration.ofMinutes(31));
        assertThat(ages.get("g")).isBetween(Duration.ofMinutes(40), Duration.ofMinutes(41));
        assertThat(ages.get("f")).isBetween(Duration.ofMinutes(58), Duration.ofMinutes(61));
    }

    @Test
    void theFirstFreshRowOfEachHouse() throws SQLException {
        assertThat(store.freshHeads(connection, new long[64])).isEmpty();
        long first = aged("first", "a", TaskStatus.PENDING, 10);
        long second = aged("second", "b", TaskStatus.PENDING, 5);
        aged("failed", "c", TaskStatus.FAILED, 20);

        long[] from = new long[64];
        assertThat(store.freshHeads(connection, from)).singleElement().satisfies(head -> {
            assertThat(head.house()).isEqualTo(3);
            assertThat(head.id()).isEqualTo(first);
            assertThat(head.destination()).isEqualTo("a");
            assertThat(head.age()).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(11));
        });
        from[3] = first;
        assertThat(store.freshHeads(connection, from)).extracting(FreshHead::id).containsExactly(first);
        from[3] = first + 1;
        assertThat(store.freshHeads(connection, from)).extracting(FreshHead::id).containsExactly(second);
    }

    private long aged(String id, String destination, TaskStatus status, int minutes) throws SQLException {
        long row = insert(task(id, destination, 3), status, 1);
        execute("UPDATE " + TABLE + " SET create_time = create_time - INTERVAL '" + minutes + "' MINUTE,"
                + " next_attempt_time = next_attempt_time - INTERVAL '" + minutes + "' MINUTE WHERE id = " + row);
        return row;
    }
}
