package io.quarkiverse.localtask.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.it.crash.Database.Row;

class TaskThatEndsTheProcessIT extends CrashTestBase {

    private static final String POISON = "poison:order:lethal";
    /** What the poisoned channel ends the process with. */
    private static final int POISONED = 66;
    private static final int MAX_ATTEMPTS = 3;

    @Test
    void isDeadAfterItsAttemptsAndTakesNoNeighbourAlong() throws IOException {
        configure("quarkus.local-task.destinations.poison.retry.max-attempts", Integer.toString(MAX_ATTEMPTS));
        // the neighbours are on their way whenever the process ends
        partner.behave(request -> request.nth() <= 3 ? 503 : 200);
        OrderServiceProcess service = start();
        for (int i = 0; i < 20; i++) {
            place(service, "neighbour-" + i);
        }
        placePoison(service);
        int ends = 0;
        while (endedByPoison(service)) {
            ends++;
            assertThat(ends).as("ends of the process: one attempt after the commit, %s by scans", MAX_ATTEMPTS)
                    .isLessThanOrEqualTo(MAX_ATTEMPTS + 1);
            service = start();
        }

        Row poison = database.task(POISON);
        assertThat(poison.status()).isEqualTo(Row.DEAD);
        assertThat(poison.lastError()).contains("no outcome");
        assertThat(ends).isEqualTo(MAX_ATTEMPTS + 1);
        await("the neighbours arrive").atMost(RECOVERY).untilAsserted(() -> {
            TreeSet<String> expected = new TreeSet<>();
            confirmed.forEach(order -> expected.add(Invariants.taskId(order)));
            assertThat(new TreeSet<>(partner.accepted())).isEqualTo(expected);
        });
        await("the neighbours are written back").atMost(RECOVERY).untilAsserted(() -> assertThat(database.tasks().values())
                .filteredOn(row -> !row.taskId().equals(POISON)).hasSize(20)
                .allSatisfy(row -> assertThat(row.status()).isEqualTo(Row.SUCCEEDED)));
        // An attempt is counted before it is made: one that the process's end cuts off in between is counted and was not made. That
        // happens once, when they are claimed together with the poison, which nobody suspects yet. A suspect is sent alone.
        Map<String, Row> tasks = database.tasks();
        assertThat(confirmed).allSatisfy(order -> {
            String taskId = Invariants.taskId(order);
            assertThat(tasks.get(taskId).attempts()).as("attempts counted for %s, of those it made", taskId)
                    .isLessThanOrEqualTo(partner.requests(taskId).size() + 1);
        });
    }

    /** The process may end before it answers. */
    private static void placePoison(OrderServiceProcess service) {
        try {
            service.post("/orders/poison", "{\"id\":\"lethal\",\"item\":\"lethal\",\"quantity\":1}");
        } catch (IOException e) {
            // then it has ended, as it should
        }
    }

    /** @return {@code false} if the process lives and the poison is dead */
    private boolean endedByPoison(OrderServiceProcess service) {
        await("the process or the poison is dead").atMost(RECOVERY).pollInterval(Duration.ofMillis(20))
                .until(() -> !service.isAlive() || database.task(POISON).status() == Row.DEAD);
        if (service.isAlive()) {
            return false;
        }
        assertThat(service.awaitExit(Duration.ofSeconds(1))).isEqualTo(POISONED);
        return true;
    }
}
