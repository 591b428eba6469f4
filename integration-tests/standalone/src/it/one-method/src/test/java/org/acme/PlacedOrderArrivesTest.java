package org.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
@QuarkusTestResource(Erp.class)
class PlacedOrderArrivesTest {

    @Inject
    OrderService orders;

    @Test
    void placedOrderArrives() throws InterruptedException {
        orders.place("4711", 3);

        long deadline = System.nanoTime() + 10_000_000_000L;
        while (System.getProperty(Erp.LAST_BODY) == null && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertEquals("{\"id\":\"4711\",\"quantity\":3}", System.getProperty(Erp.LAST_BODY));
    }
}
