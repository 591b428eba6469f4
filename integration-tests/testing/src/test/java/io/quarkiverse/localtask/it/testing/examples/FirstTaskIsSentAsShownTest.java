package io.quarkiverse.localtask.it.testing.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkiverse.localtask.test.SentMessage;
import io.quarkus.test.junit.QuarkusTest;

/** The section "Your first task" of the start page: what {@code erp} gets is what stands there. */
@QuarkusTest
class FirstTaskIsSentAsShownTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    @Inject
    OrderService orders;
    @Inject
    Shipping shipping;
    @Inject
    LocalTasks tasks;
    @Inject
    LocalTaskTester tester;

    @BeforeEach
    void reset() {
        tester.reset();
    }

    @Test
    void annotatedMethod() {
        orders.place(new Order(4711, "bolt", 3));
        tester.awaitIdle(SOON);
        SentMessage message = tester.sent("erp").get(0);
        assertThat(message.taskId()).isEqualTo("erp:order:4711");
        assertThat(message.contentType()).isEqualTo("application/json");
        assertThat(message.attempt()).isEqualTo(1);
        assertThat(message.text()).isEqualTo("{\"id\":4711,\"item\":\"bolt\",\"quantity\":3}");
    }

    @Test
    void messageHandedOver() {
        shipping.ship(new Order(4712, "nut", 1));
        tester.awaitIdle(SOON);
        assertThat(tasks.find("shipped:4712")).map(Task::status).hasValue(TaskStatus.SCHEDULED);
        tester.retryNow();
        assertThat(tester.sent("erp")).extracting(SentMessage::text).containsExactly("{\"orderId\":4712}");
    }
}
