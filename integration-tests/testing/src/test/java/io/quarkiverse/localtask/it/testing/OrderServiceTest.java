package io.quarkiverse.localtask.it.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkiverse.localtask.test.SentMessage;
import io.quarkus.test.TestTransaction;
import io.quarkus.test.junit.QuarkusTest;

// tag::class[]
@QuarkusTest
class OrderServiceTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    @Inject
    OrderService orders;

    @Inject
    LocalTasks tasks;

    @Inject
    LocalTaskTester tester;

    @BeforeEach
    void reset() {
        tester.reset();
    }
    // end::class[]

    // tag::sent[]
    @Test
    void placedOrderIsSent() {
        Order order = new Order("4711", 3, null);
        orders.place(order);
        tester.awaitIdle(SOON);

        SentMessage message = tester.sent("erp").get(0);
        assertThat(message.taskId()).isEqualTo("erp:order:4711");
        assertThat(message.contentType()).isEqualTo("application/json");
        assertThat(message.json(Order.class)).isEqualTo(order);
    }
    // end::sent[]

    // tag::retry[]
    @Test
    void placedOrderIsSentWhenErpIsBack() {
        tester.failNext("erp", 1, Outcome.failed("ERP is down"));
        orders.place(new Order("4712", 3, null));
        tester.awaitIdle(SOON);
        assertThat(status("erp:order:4712")).isEqualTo(TaskStatus.FAILED);

        tester.retryNow();
        assertThat(tester.sent("erp")).hasSize(1);
        assertThat(status("erp:order:4712")).isEqualTo(TaskStatus.SUCCEEDED);
    }

    private TaskStatus status(String taskId) {
        return tasks.find(taskId).map(Task::status).orElseThrow();
    }
    // end::retry[]

    // tag::rejected[]
    @Test
    void orderThatErpRefusesIsDead() {
        tester.failNext("erp", 1, Outcome.rejected("no such customer"));
        orders.place(new Order("4713", 3, null));
        tester.awaitIdle(SOON);
        assertThat(status("erp:order:4713")).isEqualTo(TaskStatus.DEAD);
    }
    // end::rejected[]

    // tag::delayed[]
    @Test
    void reminderWaitsForTwoWeeks() {
        orders.remind(new Order("4714", 3, null));
        tester.awaitIdle(SOON);
        tester.scanNow();
        assertThat(tester.sent()).isEmpty();

        tester.retryNow();
        assertThat(tester.sent("erp")).extracting(SentMessage::text).containsExactly("pay!");
    }
    // end::delayed[]

    // tag::rollback[]
    @Test
    void orderThatFailsTellsNobody() {
        URI callback = URI.create("https://customer.example/shipped");
        assertThrows(IllegalArgumentException.class, () -> orders.ship(new Order("4715", 1000, callback)));
        tester.awaitIdle(SOON);
        assertThat(tester.sent()).isEmpty();
    }
    // end::rollback[]

    // tag::ad-hoc[]
    @Test
    void customerIsToldAtTheirOwnUrl() {
        URI callback = URI.create("https://customer.example/shipped");
        orders.ship(new Order("4716", 1, callback));
        tester.awaitIdle(SOON);
        assertThat(tester.sent(callback.toString())).hasSize(1);
    }
    // end::ad-hoc[]

    // tag::test-transaction[]
    @Test
    @TestTransaction
    void placedOrderWouldBeSent() {
        orders.place(new Order("4717", 3, null));
        assertThat(tasks.find("erp:order:4717")).isPresent();
    }
    // end::test-transaction[]
}
