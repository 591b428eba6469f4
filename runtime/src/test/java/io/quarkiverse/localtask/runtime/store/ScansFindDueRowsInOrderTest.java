package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.TaskStatus;

@OnEveryDatabase
class ScansFindDueRowsInOrderTest extends StoreTest {

    @Test
    void freshLaneGoesByIdFromTheCursorInOneHouse() throws Exception {
        List<NewTask> tasks = IntStream.range(0, 12).mapToObj(i -> task("t" + i, "partner", i % 3)).toList();
        long[] ids = store.insert(connection, tasks, GRACE);
        execute("UPDATE " + TABLE + " SET status = 3 WHERE task_id = 't4'");
        assertThat(store.fresh(connection, new int[] { 1 }, new long[] { 0 }, 2)).as("young: the first one only")
                .extracting(Candidate::id, Candidate::due).containsExactly(org.assertj.core.groups.Tuple.tuple(ids[1], false));
        execute("UPDATE " + TABLE + " SET next_attempt_time = create_time");
        assertThat(store.fresh(connection, new int[] { 1 }, new long[] { 0 }, 2)).extracting(Candidate::id)
                .containsExactly(ids[1], ids[7]);
        assertThat(store.fresh(connection, new int[] { 1 }, new long[] { ids[7] }, 10)).extracting(Candidate::id)
                .containsExactly(ids[10]);
        assertThat(store.fresh(connection, new int[] { 9 }, new long[] { 0 }, 10)).isEmpty();
    }

    @Test
    void retryLaneIsOldestFirstWithinAHouseAndVisitsHousesInTheGivenOrder() throws Exception {
        retry("b1", "partner", 7, "20");
        retry("b2", "partner", 7, "30");
        retry("a1", "partner", 2, "10");
        retry("c1", "partner", 5, "50");
        insert(delayed("due", "partner", 7, Duration.ZERO));
        insert(delayed("later", "partner", 7, Duration.ofHours(1)));
        retry("other", "another", 7, "59");
        assertThat(taskIds(store.retries(connection, new int[] { 7, 2 }, sinceEver(new int[] { 7, 2 }), "partner", 10)))
                .containsExactly("b2", "b1", "due", "a1");
        assertThat(taskIds(store.retries(connection, new int[] { 2, 7 }, sinceEver(new int[] { 2, 7 }), "partner", 2)))
                .containsExactly("a1", "b2");
        execute("UPDATE " + TABLE + " SET last_error = 'HTTP 503' WHERE task_id = 'other'");
        assertThat(store.retries(connection, new int[] { 7 }, sinceEver(new int[] { 7 }), "another", 10)).singleElement()
                .satisfies(candidate -> {
                    assertThat(candidate.due()).isTrue();
                    assertThat(candidate.status()).isEqualTo(TaskStatus.FAILED);
                    assertThat(candidate.name()).isEqualTo("Orders.place");
                    assertThat(candidate.destination()).isEqualTo("another");
                    assertThat(candidate.lastError()).isEqualTo("HTTP 503");
                });
        assertThat(store.retries(connection, new int[0], sinceEver(new int[0]), "partner", 10)).isEmpty();
    }

    @Test
    void suspectsAreClaimedRowsWhoseLeaseIsOver() throws Exception {
        insert("mine", TaskStatus.CLAIMED, 3);
        execute("UPDATE " + TABLE + " SET last_error = 'HTTP 503'");
        insert(task("elsewhere", "another", 0), TaskStatus.CLAIMED, 1);
        insert(task("house", "partner", 9), TaskStatus.CLAIMED, 1);
        insert("failed", TaskStatus.FAILED, 1);
        long leased = insert("leased");
        store.claimSpilled(connection, "partner", List.of(new SpilledTask(leased, "leased", 0)), LEASE);
        assertThat(store.suspects(connection, new int[] { 0, 1, 2 }, Instant.MIN, List.of("partner", "third"), 10))
                .singleElement()
                .satisfies(candidate -> {
                    assertThat(candidate.taskId()).isEqualTo("mine");
                    assertThat(candidate.attempts()).isEqualTo(3);
                    assertThat(candidate.version()).isEqualTo(3);
                    assertThat(candidate.lastError()).isEqualTo("HTTP 503");
                    assertThat(candidate.due()).isTrue();
                });
        assertThat(store.suspects(connection, new int[] { 0, 9 }, Instant.MIN, List.of("partner", "another"), 2)).hasSize(2);
    }

    @Test
    void strayHousesAreThoseOutOfRangeWithRowsThatWait() throws Exception {
        assertThat(store.strayHouses(connection, 16)).isEmpty();
        insert(task("in", "partner", 0));
        insert(task("last", "partner", 15));
        insert(task("fresh", "partner", 16));
        insert(task("negative", "partner", -1));
        insert(task("very negative", "partner", -40));
        insert(task("retry", "partner", 63), TaskStatus.FAILED, 1);
        insert(task("retry in range", "another", 3), TaskStatus.FAILED, 1);
        insert(task("retry elsewhere", "another", -7), TaskStatus.FAILED, 1);
        insert(delayed("scheduled", "third", 20, Duration.ofDays(1)));
        insert(task("suspect", "partner", 30), TaskStatus.CLAIMED, 1);
        insert(task("done", "partner", 40), TaskStatus.SUCCEEDED, 1);
        insert(task("dead", "partner", 41), TaskStatus.DEAD, 1);
        assertThat(store.strayHouses(connection, 16)).containsExactly(-40, -7, -1, 16, 20, 30, 63);
        assertThat(store.strayHouses(connection, 64)).containsExactly(-40, -7, -1);
    }

    private void retry(String id, String destination, int house, String minutesAgo) throws Exception {
        insert(task(id, destination, house), TaskStatus.FAILED, 1);
        execute("UPDATE " + TABLE + " SET next_attempt_time = " + now() + " - INTERVAL '" + minutesAgo
                + "' MINUTE WHERE task_id = '" + id + "'");
    }

    private static List<String> taskIds(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::taskId).toList();
    }
}
