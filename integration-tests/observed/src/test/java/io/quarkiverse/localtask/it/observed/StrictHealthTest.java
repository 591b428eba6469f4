package io.quarkiverse.localtask.it.observed;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;

/** Who wants an instance taken out says so. */
@QuarkusTest
@QuarkusTestResource(Partners.class)
@TestProfile(StrictHealthTest.Strict.class)
class StrictHealthTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    Receiver receiver;

    /** Everything counts. */
    public static class Strict implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("quarkus.local-task.health.strict", "true", "quarkus.local-task.health.max-waiting-age", "1s",
                    "quarkus.datasource.jdbc.url", "jdbc:h2:mem:strict;DB_CLOSE_DELAY=-1");
        }
    }

    @Test
    void aDestinationIsDownOrATaskWaitsForLong() {
        await().atMost(SOON).untilAsserted(() -> HealthTellsWhatIsDownTest.ready().statusCode(200));

        receiver.behave(request -> request.taskId().equals("old") ? 503 : 200);
        given().post("/orders/erp/old").then().statusCode(200);
        await().atMost(SOON).untilAsserted(() -> HealthTellsWhatIsDownTest.ready().statusCode(503)
                .body(HealthTellsWhatIsDownTest.CHECK + "data.'waiting for erp'", startsWith("a task waits for ")));
        receiver.behave(request -> 200);
        await().atMost(SOON).untilAsserted(() -> HealthTellsWhatIsDownTest.ready().statusCode(200));

        for (int i = 0; i < 20; i++) {
            given().post("/orders/crm/strict-" + i).then().statusCode(200);
        }
        await().atMost(SOON).untilAsserted(() -> HealthTellsWhatIsDownTest.ready().statusCode(503)
                .body(HealthTellsWhatIsDownTest.CHECK + "status", equalTo("DOWN"))
                .body(HealthTellsWhatIsDownTest.CHECK + "data.'destination crm'", startsWith("down since ")));
    }
}
