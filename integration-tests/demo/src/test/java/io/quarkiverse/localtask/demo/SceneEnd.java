package io.quarkiverse.localtask.demo;

import static io.restassured.RestAssured.given;

import java.time.Duration;

import org.awaitility.Awaitility;

/** The scene plays by itself after the start; tests that act wait until it is over. */
final class SceneEnd {

    private SceneEnd() {
    }

    static void await() {
        Awaitility.await().atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofMillis(200))
                .until(() -> given().get("/demo").jsonPath().get("sceneEnd") != null);
    }
}
