package io.quarkiverse.localtask.it.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;

/** A profile starts the application again: the tester is the new one's, and what waits to fail is forgotten. */
@QuarkusTest
@TestProfile(RestartedApplicationTest.OneAttempt.class)
class RestartedApplicationTest {

    @Inject
    OrderService orders;

    @Inject
    LocalTasks tasks;

    @Inject
    LocalTaskTester tester;

    @Test
    void oneAttemptIsAllThereIs() {
        tester.reset();
        tester.failNext("erp", 1, Outcome.failed("ERP is down"));
        orders.place(new Order("1", 3, null));
        tester.awaitIdle(Duration.ofSeconds(10));
        assertThat(tasks.find("erp:order:1")).map(Task::status).hasValue(TaskStatus.DEAD);
        assertThat(tester.sent()).isEmpty();
    }

    public static class OneAttempt implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("quarkus.local-task.retry.max-attempts", "1");
        }
    }
}
