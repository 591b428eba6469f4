package io.quarkiverse.localtask.it.orders;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import java.time.Duration;
import java.util.UUID;

import org.junit.jupiter.api.BeforeEach;

import io.quarkiverse.localtask.it.support.NeedsPostgres;
import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.common.WithTestResource;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;

/** What all tests of the running order service share. They speak HTTP only, so that the packaged application runs them, too. */
@NeedsPostgres
@WithTestResource(Surroundings.class)
abstract class OrderServiceTestBase {

    static final Duration SOON = Duration.ofSeconds(20);

    Receiver partner;

    @BeforeEach
    void thePartnerIsWell() {
        partner.behave(request -> 200);
    }

    static Order anOrder() {
        return new Order(UUID.randomUUID().toString(), "bolt", 3);
    }

    static String taskId(Order order) {
        return "erp:order:" + order.id();
    }

    static String json(Order order) {
        return "{\"id\":\"" + order.id() + "\",\"item\":\"bolt\",\"quantity\":3}";
    }

    static RequestSpecification with(Object body) {
        return given().contentType(ContentType.JSON).body(body);
    }

    static void place(Order order) {
        with(order).post("/orders").then().statusCode(201);
    }

    static ValidatableResponse task(String taskId) {
        return given().get("/tasks/{id}", taskId).then();
    }

    void awaitArrivals(Order order, int count) {
        await("arrivals of " + order.id()).atMost(SOON).until(() -> partner.requests(taskId(order)).size() == count);
    }

    static void awaitStatus(Order order, String status) {
        awaitStatusOf(taskId(order), status);
    }

    static void awaitStatusOf(String taskId, String status) {
        await("status of " + taskId).atMost(SOON).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> task(taskId).statusCode(200).body("status", equalTo(status)));
    }
}
