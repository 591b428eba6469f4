package io.quarkiverse.localtask.it.orders;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
class RolledBackOrderSendsNothingTest extends OrderServiceTestBase {

    @Test
    void rolledBackOrderLeavesNoTaskAndSendsNothing() {
        Order rolledBack = anOrder();
        with(rolledBack).queryParam("fail", true).post("/orders").then().statusCode(409);

        Order later = anOrder();
        place(later);
        awaitStatus(later, "SUCCEEDED");

        task(taskId(rolledBack)).statusCode(404);
        assertThat(partner.requests(taskId(rolledBack))).isEmpty();
    }

    @Test
    void theSameIdCanBeUsedAfterARollback() {
        Order order = anOrder();
        with(order).queryParam("fail", true).post("/orders").then().statusCode(409);

        place(order);

        awaitStatus(order, "SUCCEEDED");
        assertThat(partner.requests(taskId(order))).hasSize(1);
    }
}
