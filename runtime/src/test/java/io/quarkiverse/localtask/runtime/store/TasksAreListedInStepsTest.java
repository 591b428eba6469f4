package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskStatus;

/** Every row of a status is looked at once, whatever the size of a step, and only those are meant that the filter names. */
@OnEveryDatabase
class TasksAreListedInStepsTest extends StoreTest {

    @Test
    void eachOnceForEachStatus() throws SQLException {
        for (TaskStatus status : TaskStatus.values()) {
            for (int i = 0; i < 11; i++) {
                insert(task(status + "-" + i, i % 2 == 0 ? "erp" : "crm", i % 3), status, 1);
            }
        }
        for (TaskStatus status : TaskStatus.values()) {
            for (int step : new int[] { 1, 4, 100 }) {
                assertThat(walk(TaskFilter.status(status), status, step)).as("%s in steps of %s", status, step).hasSize(11)
                        .doesNotHaveDuplicates().allMatch(id -> id.startsWith(status + "-"));
            }
            assertThat(walk(TaskFilter.status(status).destination("crm"), status, 2)).as("%s of one destination", status)
                    .hasSize(5).allMatch(id -> Integer.parseInt(id.substring(id.indexOf('-') + 1)) % 2 == 1);
        }
    }

    @Test
    void onlyThoseThatAreMeant() throws SQLException {
        insert(task("plain", "erp", 1), TaskStatus.DEAD, 1);
        insert(task("failed", "erp", 1), TaskStatus.DEAD, 1);
        execute("UPDATE " + TABLE + " SET last_error = 'HTTP 503 100%_!', channel = 'mq', task_name = 'Other'"
                + " WHERE task_id = 'failed'");

        TaskFilter dead = TaskFilter.status(TaskStatus.DEAD);
        assertThat(walk(dead.errorContains("http 503"), TaskStatus.DEAD, 10)).containsExactly("failed");
        assertThat(walk(dead.errorContains("100%_!"), TaskStatus.DEAD, 10)).containsExactly("failed");
        assertThat(walk(dead.errorContains("0_!"), TaskStatus.DEAD, 10)).isEmpty();
        assertThat(walk(dead.channel("mq"), TaskStatus.DEAD, 10)).containsExactly("failed");
        assertThat(walk(dead.name("Other"), TaskStatus.DEAD, 10)).containsExactly("failed");
        assertThat(walk(dead.createdBefore(databaseTime().minus(Duration.ofHours(1))), TaskStatus.DEAD, 10)).isEmpty();
        assertThat(walk(dead.createdBefore(databaseTime().plusSeconds(1)), TaskStatus.DEAD, 10)).hasSize(2);
        assertThat(walk(dead.createdAfter(databaseTime().minus(Duration.ofHours(1))), TaskStatus.DEAD, 10)).hasSize(2);
        assertThat(store.list(connection, dead.channel("mq"), TaskStatus.DEAD, null, null, 10)).as("the others come along")
                .hasSize(2);
        assertThat(store.list(connection, dead, TaskStatus.DEAD, null, databaseTime().minus(Duration.ofHours(1)), 10))
                .as("changed since then").hasSize(2).noneMatch(Listed::meant);
    }

    @Test
    void aPlaceIsWrittenAndReadAgain() throws SQLException {
        insert(task("one", "erp \u00fc\n2", 63), TaskStatus.DEAD, 1);
        ListKey key = store.list(connection, TaskFilter.status(TaskStatus.DEAD), TaskStatus.DEAD, null, null, 1).get(0).key();
        assertThat(ListKey.decode(key.encode())).isEqualTo(key);
        assertThatIllegalArgumentException().isThrownBy(() -> ListKey.decode("nonsense")).withMessageContaining("nonsense");
    }

    private List<String> walk(TaskFilter filter, TaskStatus status, int step) throws SQLException {
        List<String> found = new ArrayList<>();
        ListKey place = null;
        for (List<Listed> rows = List.of(); place == null || !rows.isEmpty();) {
            rows = store.list(connection, filter, status, place, null, step);
            if (rows.isEmpty()) {
                break;
            }
            rows.stream().filter(Listed::meant).forEach(row -> found.add(row.task().taskId()));
            place = rows.get(rows.size() - 1).key();
        }
        assertThat(new TreeSet<>(found)).hasSameSizeAs(found);
        return found;
    }
}
