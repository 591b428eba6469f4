package io.quarkiverse.localtask.it.orders;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.it.support.Received;
import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
class FailedDeliveryIsRepeatedTest extends OrderServiceTestBase {

    @Test
    void orderArrivesWhenThePartnerIsWellAgain() {
        Order order = anOrder();
        partner.behave(request -> request.nth() < 3 ? 503 : 200);

        place(order);

        awaitStatus(order, "SUCCEEDED");
        task(taskId(order)).body("attempts", equalTo(3));
        assertThat(partner.requests(taskId(order))).hasSize(3).extracting(Received::body).containsOnly(json(order));
    }

    @Test
    void orderThatIsRefusedForGoodIsDeadAndCanBeRedelivered() {
        Order order = anOrder();
        partner.behave(request -> 410);
        place(order);
        awaitStatus(order, "DEAD");
        assertThat(partner.requests(taskId(order))).hasSize(1);

        partner.behave(request -> 200);
        given().post("/tasks/{id}/redeliver", taskId(order)).then().statusCode(200).body(equalTo("true"));

        awaitStatus(order, "SUCCEEDED");
        assertThat(partner.requests(taskId(order))).hasSize(2);
    }

    @Test
    void cancelledOrderIsNotSent() {
        Order order = anOrder();
        with(order).queryParam("delay", "PT5S").post("/orders/later").then().statusCode(201);

        given().post("/tasks/{id}/cancel", taskId(order)).then().statusCode(200).body(equalTo("true"));

        Order later = anOrder();
        with(later).queryParam("delay", "PT6S").post("/orders/later").then().statusCode(201);
        awaitStatus(later, "SUCCEEDED");
        task(taskId(order)).body("status", equalTo("CANCELLED"));
        assertThat(partner.requests(taskId(order))).isEmpty();
    }
}
