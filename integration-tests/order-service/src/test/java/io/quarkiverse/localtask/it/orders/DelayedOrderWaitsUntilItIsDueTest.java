package io.quarkiverse.localtask.it.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import org.junit.jupiter.api.Test;

import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
class DelayedOrderWaitsUntilItIsDueTest extends OrderServiceTestBase {

    @Test
    void delayedOrderIsScheduledAndArrivesWhenItIsDue() {
        Order order = anOrder();
        long before = System.nanoTime();

        with(order).queryParam("delay", "PT5S").post("/orders/later").then().statusCode(201)
                .body("taskId", equalTo(taskId(order))).body("duplicate", equalTo(false));

        task(taskId(order)).body("status", equalTo("SCHEDULED")).body("attempts", equalTo(0));
        awaitArrivals(order, 1);
        assertThat(partner.requests(taskId(order)).get(0).nanoTime() - before).isGreaterThan(5_000_000_000L);
        awaitStatus(order, "SUCCEEDED");
    }
}
