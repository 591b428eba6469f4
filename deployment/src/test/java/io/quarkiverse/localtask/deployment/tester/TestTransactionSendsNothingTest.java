package io.quarkiverse.localtask.deployment.tester;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.event.TaskAccepted;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.TestTransaction;

/** In a {@code @TestTransaction} the task is seen, the tester works, nothing is sent, and nothing is left. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TestTransactionSendsNothingTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = TesterApp.app(TestTransactionSendsNothingTest.class, Map.of(), Accepted.class);

    @Inject
    Orders orders;

    @Inject
    LocalTaskTester tester;

    @Inject
    Accepted accepted;

    @Test
    @Order(1)
    @TestTransaction
    void taskIsSeenAndNotSent() {
        orders.place("1");
        assertThat(orders.status("erp:order:1")).isEqualTo(TaskStatus.PENDING);
        assertThat(accepted.tasks).extracting(TaskAccepted::taskId).containsExactly("erp:order:1");

        tester.awaitIdle(Duration.ofSeconds(10));
        tester.scanNow();
        tester.retryNow();
        assertThat(tester.sent()).isEmpty();
        assertThat(orders.status("erp:order:1")).as("the test's transaction goes on").isEqualTo(TaskStatus.PENDING);
    }

    @Test
    @Order(2)
    void nothingIsLeft() {
        assertThat(orders.status("erp:order:1")).isNull();
        tester.retryNow();
        assertThat(tester.sent()).isEmpty();
    }

    @Singleton
    public static class Accepted {

        final List<TaskAccepted> tasks = new CopyOnWriteArrayList<>();

        void accepted(@Observes TaskAccepted event) {
            tasks.add(event);
        }
    }
}
