package io.quarkiverse.localtask.it.management;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.util.Map;

import org.junit.jupiter.api.Test;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;

/** With the management interface the page is there, and nowhere else; who may see it is decided by its authentication. */
@QuarkusTest
@TestProfile(PageOnTheManagementInterfaceTest.WithTheInterface.class)
@QuarkusTestResource(Erp.class)
class PageOnTheManagementInterfaceTest {

    public static class WithTheInterface implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("quarkus.management.enabled", "true", "quarkus.management.test-port", "0",
                    "quarkus.management.auth.basic", "true", "quarkus.datasource.jdbc.url",
                    "jdbc:h2:mem:interface;DB_CLOSE_DELAY=-1");
        }
    }

    @TestHTTPResource(value = "/local-task/", management = true)
    String page;

    @Test
    void itIsThereAndGuarded() {
        given().get("/q/local-task/").then().statusCode(404);
        given().get(page).then().statusCode(401).header("WWW-Authenticate", containsString("asic"));
        given().auth().preemptive().basic("carol", "carol").get(page).then().statusCode(403);
        given().auth().preemptive().basic("bob", "bob").get(page).then().statusCode(200).body(containsString("<html"));
        given().auth().preemptive().basic("bob", "bob").get(page + "api/overview").then().statusCode(200)
                .body("user", equalTo("bob"));
        given().auth().preemptive().basic("alice", "alice").header("X-Local-Task", "1").contentType("application/json")
                .body("{\"destination\":\"erp\",\"paused\":true}").post(page + "api/destinations").then().statusCode(200)
                .body("changed", equalTo(true));
    }
}
