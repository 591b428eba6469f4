package io.quarkiverse.localtask.it.observed;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** Of a real registry, as Prometheus scrapes it. */
@QuarkusTest
@QuarkusTestResource(Partners.class)
class MetricsTellWhatHappensTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String ERP = "{channel=\"http\",destination=\"erp\"";

    Receiver receiver;

    @Inject
    LocalTasks tasks;

    @Test
    void countsAndTimes() {
        double accepted = value("local_task_accepted_tasks_total" + ERP + "}");
        double succeeded = value("local_task_attempts_seconds_count" + ERP + ",outcome=\"success\"}");
        double failed = value("local_task_attempts_seconds_count" + ERP + ",outcome=\"failure\"}");
        double rejected = value("local_task_attempts_seconds_count" + ERP + ",outcome=\"rejection\"}");
        double delivered = value("local_task_delivery_seconds_count" + ERP + "}");
        double dead = value("local_task_dead_tasks_total" + ERP + "}");
        double duplicates = value("local_task_duplicates_tasks_total" + ERP + "}");
        receiver.behave(request -> request.taskId().equals("gone") ? 410 : request.nth() == 1 ? 503 : 200);

        place("erp/counted");
        place("erp/counted");
        place("erp/gone");
        place("erp/later-on/later");
        awaitStatus("counted", TaskStatus.SUCCEEDED);
        awaitStatus("gone", TaskStatus.DEAD);

        assertThat(value("local_task_accepted_tasks_total" + ERP + "}") - accepted).isEqualTo(3);
        assertThat(value("local_task_duplicates_tasks_total" + ERP + "}") - duplicates).isEqualTo(1);
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(value("local_task_attempts_seconds_count" + ERP + ",outcome=\"success\"}") - succeeded).isEqualTo(1);
            assertThat(value("local_task_attempts_seconds_count" + ERP + ",outcome=\"failure\"}") - failed).isEqualTo(1);
            assertThat(value("local_task_attempts_seconds_count" + ERP + ",outcome=\"rejection\"}") - rejected).isEqualTo(1);
            assertThat(value("local_task_delivery_seconds_count" + ERP + "}") - delivered).isEqualTo(1);
            assertThat(value("local_task_dead_tasks_total" + ERP + "}") - dead).isEqualTo(1);
        });
        assertThat(value("local_task_outcome_group_size_outcomes_count")).isPositive();
        assertThat(scrape()).noneMatch(line -> line.contains("counted") || line.contains("later-on"));
    }

    @Test
    void howLongWhatFailsHasBeenWaiting() {
        receiver.behave(request -> request.taskId().equals("stuck") ? 503 : 200);
        place("erp/stuck");
        await().atMost(SOON).until(() -> value("local_task_oldest_waiting_age_seconds" + ERP + "}") >= 1);

        receiver.behave(request -> 200);
        awaitStatus("stuck", TaskStatus.SUCCEEDED);
        await().atMost(SOON).until(() -> value("local_task_oldest_waiting_age_seconds" + ERP + "}") < 1);
    }

    @Test
    void whatAnInstanceIsDoing() {
        assertThat(value("local_task_in_flight_attempts" + ERP + "}")).isGreaterThanOrEqualTo(0);
        assertThat(value("local_task_waiting_tasks" + ERP + "}")).isGreaterThanOrEqualTo(0);
        assertThat(value("local_task_concurrency_limit_attempts" + ERP + "}")).isEqualTo(64);
        assertThat(value("local_task_destination_down" + ERP + "}")).isZero();
        assertThat(value("local_task_spilled_waiting_tasks")).isZero();
        await().atMost(SOON).until(() -> value("local_task_scan_age_seconds{shard=\"all\"}") < 5);
    }

    @Test
    void aDestinationIsDown() {
        for (int i = 0; i < 20; i++) {
            place("crm/crm-" + i);
        }
        await().atMost(SOON).until(() -> value("local_task_destination_down{channel=\"http\",destination=\"crm\"}") == 1);
    }

    @Test
    void aDestinationIsPaused() {
        String paused = "local_task_destination_paused{channel=\"mail\",destination=\"mail\"}";
        assertThat(value(paused)).isZero();
        tasks.pause("mail");
        try {
            await().atMost(SOON).until(() -> value(paused) == 1);
        } finally {
            tasks.resume("mail");
        }
        await().atMost(SOON).until(() -> value(paused) == 0);
    }

    private static void place(String path) {
        given().post("/orders/" + path).then().statusCode(200);
    }

    private void awaitStatus(String id, TaskStatus status) {
        await().atMost(SOON).until(() -> tasks.find(id).orElseThrow().status() == status);
    }

    private static List<String> scrape() {
        return given().get("/q/metrics").then().statusCode(200).extract().asString().lines().toList();
    }

    /**
     * Behind the value there may be an exemplar. @return the value of that series; not a number where there is none, which no
     * expectation takes for one
     */
    private static double value(String series) {
        return scrape().stream().filter(line -> line.startsWith(series + " ")).findFirst()
                .map(line -> Double.parseDouble(line.substring(series.length() + 1).split(" ")[0])).orElse(Double.NaN);
    }
}
