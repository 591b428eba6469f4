package io.quarkiverse.localtask.it.management;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;

/** Where nobody is asked who he is before somebody wants to know, the page does. */
@QuarkusTest
@TestProfile(LazyAuthenticationTest.Lazy.class)
@QuarkusTestResource(Erp.class)
class LazyAuthenticationTest {

    private static final String API = "/q/local-task/api/";

    public static class Lazy implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("quarkus.http.auth.proactive", "false", "quarkus.datasource.jdbc.url",
                    "jdbc:h2:mem:lazy;DB_CLOSE_DELAY=-1");
        }
    }

    Receiver receiver;

    @Inject
    LocalTasks tasks;

    @Test
    void whoMayNotIsKeptOutAndWhoMayActs() {
        receiver.behave(request -> 410);
        given().body("{}").post("/orders/archive/lazy").then().statusCode(200);
        await().atMost(Duration.ofSeconds(30)).until(() -> tasks.find("lazy").orElseThrow().status() == TaskStatus.DEAD);

        given().get(API + "tasks?status=DEAD").then().statusCode(401).header("WWW-Authenticate", containsString("asic"));
        given().auth().preemptive().basic("alice", "wrong").get(API + "tasks?status=DEAD").then().statusCode(401);
        given().auth().preemptive().basic("carol", "carol").get(API + "tasks?status=DEAD").then().statusCode(403);
        given().auth().preemptive().basic("bob", "bob").get(API + "tasks?status=DEAD").then().statusCode(200)
                .body("tasks[0].taskId", equalTo("lazy"));

        receiver.behave(request -> 200);
        given().auth().preemptive().basic("alice", "alice").header("X-Local-Task", "1").contentType("application/json")
                .body("{\"action\":\"redeliver\",\"taskId\":\"lazy\"}").post(API + "actions").then().statusCode(200)
                .body("changed", equalTo(true));
        await().atMost(Duration.ofSeconds(30)).until(() -> receiver.accepted().contains("lazy"));
    }
}
