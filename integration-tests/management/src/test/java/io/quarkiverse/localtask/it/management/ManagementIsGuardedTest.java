package io.quarkiverse.localtask.it.management;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;

/** Who may not, sees nothing and changes nothing; nor does another site for a user who may. */
@QuarkusTest
@QuarkusTestResource(Erp.class)
class ManagementIsGuardedTest {

    private static final String ROOT = "/q/local-task";
    private static final String[] LOOKS = { "/", "/api/overview", "/api/tasks?status=DEAD", "/api/task?id=guarded",
            "/api/audit" };

    Receiver receiver;

    @Inject
    LocalTasks tasks;

    @BeforeEach
    void oneDeadTask() {
        receiver.behave(request -> 410);
        given().body("{\"item\":\"book\",\"card\":{\"Password\":\"hunter2\"}}").post("/orders/archive/guarded").then()
                .statusCode(200);
        await().atMost(Duration.ofSeconds(30)).until(() -> status() == TaskStatus.DEAD);
    }

    private TaskStatus status() {
        return tasks.find("guarded").orElseThrow().status();
    }

    @Test
    void nobodySeesAnythingWithoutTheRole() {
        for (String path : LOOKS) {
            given().redirects().follow(false).get(ROOT + path).then().statusCode(401)
                    .header("WWW-Authenticate", containsString("asic"))
                    .body(not(containsString("guarded")));
            as("carol").get(ROOT + path).then().statusCode(403).body(not(containsString("guarded")));
        }
        as("carol").header("X-Local-Task", "1").contentType("application/json")
                .body("{\"action\":\"redeliver\",\"taskId\":\"guarded\"}").post(ROOT + "/api/actions").then().statusCode(403);
        assertThat(status()).isEqualTo(TaskStatus.DEAD);
    }

    @Test
    void contentIsForTheOtherRole() {
        as("bob").get(ROOT + "/api/task?id=guarded").then().statusCode(200).body("status", equalTo("DEAD"))
                .body("payload", nullValue()).body("headers", nullValue()).body("target", nullValue());
        as("bob").get(ROOT + "/api/overview").then().body("may.read", equalTo(false)).body("user", equalTo("bob"));
        as("alice").get(ROOT + "/api/task?id=guarded").then().statusCode(200)
                .body("payload", containsString("book")).body("payload", not(containsString("hunter2")))
                .body("headers.X-Tenant", equalTo("north")).body("headers.X-Token", not(containsString("hush")));
    }

    @Test
    void anotherSiteChangesNothing() {
        String body = "{\"action\":\"redeliver\",\"taskId\":\"guarded\"}";
        as("alice").contentType("application/json").body(body).post(ROOT + "/api/actions").then().statusCode(403);
        act("alice").header("Origin", "http://evil.example").body(body).post(ROOT + "/api/actions").then().statusCode(403);
        act("alice").header("Sec-Fetch-Site", "cross-site").body(body).post(ROOT + "/api/actions").then().statusCode(403);
        act("alice").header("Origin", "null").body(body).post(ROOT + "/api/actions").then().statusCode(403);
        assertThat(status()).isEqualTo(TaskStatus.DEAD);
        assertThat(tasks.audit(Long.MAX_VALUE, 100)).noneMatch(entry -> entry.subject().contains("guarded"));
    }

    @Test
    void whatIsWrongIsNamed() {
        act("alice").body("not json").post(ROOT + "/api/actions").then().statusCode(400)
                .body("error", equalTo("The body must be a JSON object"));
        act("alice").body("{\"action\":\"explode\",\"taskId\":\"guarded\"}").post(ROOT + "/api/actions").then().statusCode(400)
                .body("error", containsString("explode"));
        act("alice").body("{\"action\":\"redirect\",\"taskId\":\"guarded\",\"destination\":\"nowhere\"}")
                .post(ROOT + "/api/actions").then().statusCode(400).body("error", containsString("nowhere"));
        act("alice").body("{\"destination\":\"nowhere\",\"paused\":true}").post(ROOT + "/api/destinations").then()
                .statusCode(400).body("error", containsString("nowhere"));
        act("alice").body("{\"destination\":\"archive\",\"pause\":true}").post(ROOT + "/api/destinations").then()
                .statusCode(400).body("error", equalTo("paused must be true or false"));
        act("alice").body("{\"action\":\"redeliver\",\"taskId\":\"guarded\",\"dryRun\":true}").post(ROOT + "/api/actions")
                .then()
                .statusCode(400).body("error", containsString("dryRun"));
        act("alice").body("{\"action\":\"redeliver\",\"filter\":{\"status\":\"DEAD\"},\"dryRun\":\"yes\"}")
                .post(ROOT + "/api/actions").then().statusCode(400).body("error", containsString("dryRun"));
        act("alice").body("{\"action\":\"redeliver\",\"filter\":{\"status\":\"DEAD\",\"destnation\":\"erp\"}}")
                .post(ROOT + "/api/actions").then().statusCode(400).body("error", containsString("destnation"));
        act("alice").body("{\"action\":\"redeliver\",\"filter\":{\"status\":\"DEAD\",\"destination\":[\"erp\"]}}")
                .post(ROOT + "/api/actions").then().statusCode(400).body("error", equalTo("destination must be one value"));
        act("alice").body("{\"action\":\"redeliver\",\"filter\":{\"status\":\"DEAD\"},\"dryrun\":true}")
                .post(ROOT + "/api/actions").then().statusCode(400).body("error", containsString("dryrun"));
        assertThat(status()).as("nothing of that was done").isEqualTo(TaskStatus.DEAD);
        as("alice").get(ROOT + "/api/tasks?status=LOST").then().statusCode(400).body("error", containsString("LOST"));
        as("alice").get(ROOT + "/api/tasks").then().statusCode(400).body("error", containsString("status"));
        as("alice").get(ROOT + "/api/tasks?status=DEAD&olderThan=" + Long.MAX_VALUE).then().statusCode(400)
                .body("error", containsString("olderThan"));
        as("alice").get(ROOT + "/api/tasks?status=DEAD&after=nonsense").then().statusCode(400);
        as("alice").get(ROOT + "/api/task?id=unknown").then().statusCode(404).body("error", containsString("unknown"));
        as("alice").get(ROOT + "/api/nothing").then().statusCode(404);
        act("alice").body("x".repeat(70_000)).post(ROOT + "/api/actions").then().statusCode(413);
    }

    @Test
    void thePageLoadsNothingFromElsewhere() {
        as("alice").redirects().follow(false).get(ROOT).then().statusCode(302).header("Location", equalTo(ROOT + "/"));
        String html = as("alice").get(ROOT + "/").then().statusCode(200)
                .header("Content-Security-Policy", containsString("default-src 'none'"))
                .header("Content-Security-Policy", containsString("frame-ancestors 'none'"))
                .header("Cache-Control", equalTo("no-store")).header("X-Content-Type-Options", equalTo("nosniff"))
                .extract().asString();
        assertThat(html.replace("http://www.w3.org/2000/svg", "")).doesNotContain("${nonce}").doesNotContain("src=")
                .doesNotContain("http://").doesNotContain("https://");
    }

    private static RequestSpecification as(String user) {
        return given().auth().preemptive().basic(user, user);
    }

    private static RequestSpecification act(String user) {
        return as(user).header("X-Local-Task", "1").contentType("application/json");
    }
}
