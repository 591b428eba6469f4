package io.quarkiverse.localtask.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.it.crash.Database.Row;
import io.quarkiverse.localtask.it.support.Received;

/** A release that knows one destination more runs beside an older one, is rolled back, and comes again. */
class OldReleaseLeavesNewDestinationsAloneIT extends CrashTestBase {

    @Test
    void theirRowsAreNotDelayedCostNothingAndWait() throws IOException {
        OrderServiceProcess older = start();
        configure("quarkus.local-task.destinations.crm.url", partner.url());
        configure("quarkus.local-task.destinations.crm.timeout", "4s");
        OrderServiceProcess newer = start();

        for (int i = 0; i < 100; i++) {
            place(older, "older-" + i);
            place(newer, "newer-" + i);
            placeForCrm(newer, "crm-" + i);
        }
        everyCommittedOrderArrives();
        assertThat(partner.requests()).extracting(Received::taskId).doesNotHaveDuplicates();
        assertThat(database.tasks().values()).allSatisfy(row -> assertThat(row.attempts()).as(row.toString()).isOne());

        partner.behave(request -> 503);
        for (int i = 0; i < 50; i++) {
            placeForCrm(newer, "waiting-" + i);
        }
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(waiting().values()).hasSize(50)
                .allSatisfy(row -> assertThat(row.status()).as(row.toString()).isEqualTo(Row.FAILED)));
        newer.terminate();
        newer.awaitExit(Duration.ofSeconds(20));
        partner.behave(request -> 200);

        Map<String, Row> left = waiting();
        // several laps of the older one, which does its own work meanwhile
        await().during(Duration.ofSeconds(6)).atMost(Duration.ofSeconds(12)).pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(waiting()).isEqualTo(left));
        place(older, "meanwhile");
        await().atMost(Duration.ofSeconds(10)).until(() -> partner.accepted().contains(Invariants.taskId("meanwhile")));
        assertThat(left.values()).allSatisfy(row -> assertThat(row.status()).as(row.toString()).isEqualTo(Row.FAILED));

        start();

        everyCommittedOrderArrives();
    }

    private void placeForCrm(OrderServiceProcess service, String order) throws IOException {
        assertThat(service.post("/orders/to?destination=crm", json(order))).as("status of order %s", order).isEqualTo(201);
        confirmed.add(order);
    }

    private Map<String, Row> waiting() {
        Map<String, Row> waiting = new TreeMap<>(database.tasks());
        waiting.keySet().removeIf(id -> !id.startsWith(Invariants.taskId("waiting-")));
        return waiting;
    }
}
