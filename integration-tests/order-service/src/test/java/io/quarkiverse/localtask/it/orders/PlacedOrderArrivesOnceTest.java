package io.quarkiverse.localtask.it.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import org.junit.jupiter.api.Test;

import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
class PlacedOrderArrivesOnceTest extends OrderServiceTestBase {

    @Test
    void placedOrderArrivesOnceWithItsIdAndIsWrittenBack() {
        Order order = anOrder();

        place(order);

        awaitStatus(order, "SUCCEEDED");
        task(taskId(order)).body("attempts", equalTo(1)).body("destination", equalTo("erp")).body("name", equalTo("order"));
        assertThat(partner.requests(taskId(order))).singleElement().satisfies(request -> {
            assertThat(request.body()).isEqualTo(json(order));
            assertThat(request.headers()).containsEntry("content-type", "application/json");
        });
    }
}
