package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.QuarkusUnitTest;

/** Every house is scanned, whatever the hash, and also those from before {@code houses} was lowered. */
class HouseNumbersAreCoveredTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(HouseNumbersAreCoveredTest.class, Map.of(
            "houses", "16",
            "shards.low.house-numbers", "0-9", "shards.low.fixed-delay", "1s",
            "shards.high.house-numbers", "10-14,15", "shards.high.fixed-delay", "1s"));

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Test
    void anIdWithTheSmallestHash() {
        assertThat("polygenelubricants".hashCode()).isEqualTo(Integer.MIN_VALUE);
        work.accept("polygenelubricants");
        assertThat(tasks.find("polygenelubricants").orElseThrow().houseNumber()).isBetween(0, 15);
        work.awaitStatus("polygenelubricants", TaskStatus.SUCCEEDED);
        work.sql("UPDATE local_task_message SET status = 0 WHERE task_id = 'polygenelubricants'");
        work.awaitStatus("polygenelubricants", TaskStatus.SUCCEEDED);
    }

    @Test
    void aNumberOfTheCallersChoice() {
        work.accept(TaskMessage.to("erp").id("house-11").payload("x").houseNumber(11).build());
        assertThat(tasks.find("house-11").orElseThrow().houseNumber()).isEqualTo(11);
        work.awaitStatus("house-11", TaskStatus.SUCCEEDED);
    }

    @Test
    void rowsFromBeforeHousesWasLowered() {
        int[] old = { -8, 16, 40, 63 };
        for (int house : old) {
            for (int status : new int[] { 0, 1, 3, 5 }) {
                String id = "old-" + house + "-" + status;
                work.accept(id);
                work.awaitStatus(id, TaskStatus.SUCCEEDED);
                work.sql("UPDATE local_task_message SET house_number = ?, status = ?, next_attempt_time = create_time"
                        + " WHERE task_id = ?", house, status, id);
            }
        }
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> work.count("task_id LIKE 'old-%' AND status = 2") == 16);
    }
}
