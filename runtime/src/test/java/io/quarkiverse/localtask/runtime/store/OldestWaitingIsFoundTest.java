package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.TaskStatus;

/** How long the oldest task of each destination has been waiting; what is finished or not due yet does not wait. */
@OnEveryDatabase
class OldestWaitingIsFoundTest extends StoreTest {

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
        insert(delayed("before it", "g", 3, Duration.ofMinutes(5)));
        aged("behind what was scheduled", "g", TaskStatus.FAILED, 40);
        execute("UPDATE " + TABLE + " SET next_attempt_time = next_attempt_time + INTERVAL '110' MINUTE"
                + " WHERE destination = 'g' AND status = 3");

        Map<String, Duration> ages = store.oldestWaiting(connection, 64);
        assertThat(ages.keySet()).containsExactlyInAnyOrder("a", "b", "c", "f", "g");
        assertThat(ages.get("a")).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(11));
        assertThat(ages.get("b")).isBetween(Duration.ofMinutes(20), Duration.ofMinutes(21));
        assertThat(ages.get("c")).isBetween(Duration.ofMinutes(30), Duration.ofMinutes(31));
        assertThat(ages.get("g")).isBetween(Duration.ofMinutes(40), Duration.ofMinutes(41));
        assertThat(ages.get("f")).isBetween(Duration.ofMinutes(58), Duration.ofMinutes(61));
    }

    private void aged(String id, String destination, TaskStatus status, int minutes) throws SQLException {
        long row = insert(task(id, destination, 3), status, 1);
        execute("UPDATE " + TABLE + " SET create_time = create_time - INTERVAL '" + minutes + "' MINUTE,"
                + " next_attempt_time = next_attempt_time - INTERVAL '" + minutes + "' MINUTE WHERE id = " + row);
    }
}
