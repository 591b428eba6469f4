package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.TestTransaction;

/** {@code @TestTransaction}: the test reads its own task, and the next test finds nothing of it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TestTransactionLeavesNothingTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(TestTransactionLeavesNothingTest.class);

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    @Order(1)
    @TestTransaction
    void seesItsOwnTask() {
        work.accept("mine");
        assertThat(tasks.find("mine")).map(Task::status).hasValue(TaskStatus.PENDING);
        assertThat(work.accept("mine").duplicate()).isTrue();
        assertThat(tasks.cancel("mine")).isTrue();
        work.accept("mine-2");
    }

    @Test
    @Order(2)
    void hasVanished() {
        assertThat(work.count("1 = 1")).isZero();
        // longer than the grace and a scan
        Awaitility.await().during(Duration.ofSeconds(6)).atMost(Duration.ofSeconds(10))
                .until(() -> channel.received().isEmpty() && work.count("1 = 1") == 0);
    }
}
