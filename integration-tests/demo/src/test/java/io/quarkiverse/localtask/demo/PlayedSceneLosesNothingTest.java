package io.quarkiverse.localtask.demo;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;

/** The demo tells the truth: the scene runs to its end by itself, and its figures are what it promises. */
@QuarkusTest
class PlayedSceneLosesNothingTest {

    @Inject
    LocalTasks tasks;

    @Test
    void everyOrderOfTheSceneArrives() {
        SceneEnd.await();

        JsonPath end = given().get("/demo").then().statusCode(200).extract().jsonPath().setRootPath("sceneEnd");
        assertThat(end.getInt("committed")).isEqualTo(10);
        assertThat(end.getInt("partnerReceived")).isEqualTo(10);
        assertThat(end.getInt("brokerReceived")).isEqualTo(10);
        assertThat(end.getInt("rolledBack")).isEqualTo(1);
        assertThat(end.getInt("sentThoughRolledBack")).isZero();
        assertThat(end.getInt("lost")).isZero();
        assertThat(end.getInt("dead")).isZero();
        assertThat(end.getInt("waiting")).isZero();
        // the lost answer of the last act makes one for sure
        assertThat(end.getInt("duplicates")).isGreaterThanOrEqualTo(1);
    }

    @Test
    void theOutagesWereReal() {
        SceneEnd.await();

        assertThat(task("erp:order:4").attempts()).as("while the partner was down").isGreaterThan(1);
        assertThat(task("events:order:8").attempts()).as("while the broker was down").isGreaterThan(1);
        assertThat(tasks.find("erp:order:7")).as("rolled back").isEmpty();
        assertThat(tasks.find("events:order:7")).as("rolled back").isEmpty();
    }

    private Task task(String id) {
        Task task = tasks.find(id).orElseThrow();
        assertThat(task.status()).isEqualTo(TaskStatus.SUCCEEDED);
        return task;
    }
}
