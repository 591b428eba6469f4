package io.quarkiverse.localtask.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;

import org.junit.jupiter.api.Test;

class LoweredHousesIT extends CrashTestBase {

    @Test
    void rowsOfHousesThatNoLongerExistAreDelivered() throws IOException {
        configure("quarkus.local-task.active", "false");
        OrderServiceProcess before = start();
        for (int house = 0; house < 64; house++) {
            String order = "house-" + house;
            assertThat(before.post("/orders/house?house=" + house, json(order))).isEqualTo(204);
            confirmed.add(order);
        }
        before.terminate();
        before.awaitExit(Duration.ofSeconds(20));
        assertThat(partner.requests()).as("an instance that is not active sends nothing").isEmpty();

        configure("quarkus.local-task.active", "true");
        startWith16Houses();

        everyCommittedOrderArrives();
    }
}
