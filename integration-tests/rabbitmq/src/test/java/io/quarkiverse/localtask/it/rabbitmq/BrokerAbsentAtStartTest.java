package io.quarkiverse.localtask.it.rabbitmq;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.it.support.Broker;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** Tasks are safe in the table: a broker that is away stops neither the start nor the business. */
@QuarkusTest
@QuarkusTestResource(value = AbsentBroker.class, restrictToAnnotatedClass = true)
class BrokerAbsentAtStartTest {

    Broker broker;

    @Inject
    ShipmentService service;
    @Inject
    LocalTasks tasks;

    @Test
    void readyAtOnceAndDeliveredWhenItComes() {
        for (String check : new String[] { "ready", "live", "started" }) {
            given().get("/q/health/" + check).then().statusCode(200).body("status", equalTo("UP"));
        }
        String first = service.send(TaskMessage.to("shipments").payload("1").build());
        service.sendMany("returns", "absent-", 50);
        await().atMost(Duration.ofSeconds(30)).untilAsserted(
                () -> assertThat(tasks.find(first).orElseThrow().lastError()).contains("no connection to the broker"));
        given().get("/q/health").then().statusCode(200).body("status", equalTo("UP"));

        broker.server().start();
        broker.declare("shipping", "absent");
        await("everything is delivered").atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            assertThat(tasks.find(first).orElseThrow().status()).isEqualTo(TaskStatus.SUCCEEDED);
            for (int i = 0; i < 50; i++) {
                assertThat(tasks.find("absent-" + i).orElseThrow().status()).isEqualTo(TaskStatus.SUCCEEDED);
            }
        });
    }
}
