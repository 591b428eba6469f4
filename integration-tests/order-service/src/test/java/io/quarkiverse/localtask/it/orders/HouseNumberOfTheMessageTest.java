package io.quarkiverse.localtask.it.orders;

import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import org.junit.jupiter.api.Test;

import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
class HouseNumberOfTheMessageTest extends OrderServiceTestBase {

    @Test
    void explicitHouseNumberIsKept() {
        Order order = anOrder();

        with(order).queryParam("house", 17).post("/orders/house").then().statusCode(204);

        awaitStatus(order, "SUCCEEDED");
        task(taskId(order)).body("houseNumber", equalTo(17));
    }

    @Test
    void houseNumberThatDoesNotExistIsRefusedAndRollsBack() {
        Order order = anOrder();

        with(order).queryParam("house", 64).post("/orders/house").then().statusCode(400).body(containsString("houses"));

        task(taskId(order)).statusCode(404);
        // the business row went, too: the same order can be placed
        place(order);
        awaitStatus(order, "SUCCEEDED");
    }

    @Test
    void computedHouseNumberOfANegativeHashIsNotNegative() {
        // its hash is Integer.MIN_VALUE, whose absolute value is negative
        Order order = new Order("polygenelubricants", "bolt", 3);

        with(order).post("/orders/plain").then().statusCode(204);

        await().atMost(SOON).untilAsserted(() -> task("polygenelubricants").statusCode(200).body("status", equalTo("SUCCEEDED"))
                .body("houseNumber", equalTo(0)));
    }
}
