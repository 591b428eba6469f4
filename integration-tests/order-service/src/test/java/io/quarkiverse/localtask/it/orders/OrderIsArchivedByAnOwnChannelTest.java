package io.quarkiverse.localtask.it.orders;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import org.junit.jupiter.api.Test;

import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
class OrderIsArchivedByAnOwnChannelTest extends OrderServiceTestBase {

    @Test
    void theArgumentOfTheMethodOnAVirtualThreadWhereThereAreSome() {
        Order order = anOrder();

        with(order).post("/orders/archived").then().statusCode(201);

        String taskId = "archive:order:" + order.id();
        awaitStatusOf(taskId, "SUCCEEDED");
        given().get("/orders/archived/{id}", taskId).then().statusCode(200)
                .body("content", equalTo(json(order)))
                .body("thread", startsWith(Runtime.version().feature() >= 21 ? "VirtualThread[" : "Thread["));
    }
}
