package io.quarkiverse.localtask.it.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;

import org.junit.jupiter.api.Test;

import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
class SubscriberIsToldOfTheOrderTest extends OrderServiceTestBase {

    @Test
    void orderArrivesAtTheUrlOfTheMessage() {
        Order order = anOrder();
        String subscriber = partner.url() + "/of/a%20subscriber?event=placed";

        with(order).queryParam("subscriber", subscriber).post("/orders/for").then().statusCode(201);

        String taskId = "subscriber:order:" + order.id();
        awaitStatusOf(taskId, "SUCCEEDED");
        assertThat(partner.requests(taskId)).singleElement().satisfies(request -> {
            assertThat(request.body()).isEqualTo(json(order));
            assertThat(request.headers()).containsEntry("content-type", "application/json");
        });
    }

    @Test
    void hostThatIsNotAllowedIsRefusedAndNothingIsWritten() {
        Order order = anOrder();

        with(order).queryParam("subscriber", "http://127.0.0.1:9/").post("/orders/for").then().statusCode(400)
                .body(containsString("quarkus.local-task.http.allowed-hosts"));

        task("subscriber:order:" + order.id()).statusCode(404);
    }
}
