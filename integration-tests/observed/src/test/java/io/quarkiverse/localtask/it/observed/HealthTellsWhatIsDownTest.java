package io.quarkiverse.localtask.it.observed;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;

/** An instance stays ready while a partner is down: its tasks are safe. */
@QuarkusTest
@QuarkusTestResource(Partners.class)
class HealthTellsWhatIsDownTest {

    static final String CHECK = "checks.find { it.name == 'Local tasks' }.";

    @Test
    void andTheInstanceStaysReady() {
        for (int i = 0; i < 20; i++) {
            given().post("/orders/crm/down-" + i).then().statusCode(200);
        }
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> ready().statusCode(200)
                .body(CHECK + "status", equalTo("UP"))
                .body(CHECK + "data.'destination crm'", startsWith("down since "))
                .body(CHECK + "data.'destination erp'", equalTo("works"))
                .body(CHECK + "data.'shard all'", startsWith("scanned ")));
        given().get("/q/health/live").then().statusCode(200);
    }

    static ValidatableResponse ready() {
        return given().get("/q/health/ready").then();
    }
}
