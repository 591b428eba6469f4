package io.quarkiverse.localtask.it.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
class SeveralOrdersInOneTransactionArriveTest extends OrderServiceTestBase {

    @Test
    void everyOrderOfOneTransactionArrivesOnce() {
        List<Order> orders = Stream.generate(OrderServiceTestBase::anOrder).limit(50).toList();

        List<String> receipts = with(orders).post("/orders/all").then().statusCode(201).extract().path("taskId");

        assertThat(receipts).containsExactlyElementsOf(orders.stream().map(OrderServiceTestBase::taskId).toList());
        orders.forEach(order -> awaitStatus(order, "SUCCEEDED"));
        assertThat(orders).allSatisfy(order -> assertThat(partner.requests(taskId(order))).singleElement()
                .satisfies(request -> assertThat(request.body()).isEqualTo(json(order))));
    }
}
