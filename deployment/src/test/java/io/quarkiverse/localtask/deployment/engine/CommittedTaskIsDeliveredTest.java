package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskReceipt;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/** Promise 1, the other half: delivered at once, or found by a scan, or dead in the open. */
class CommittedTaskIsDeliveredTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(CommittedTaskIsDeliveredTest.class,
            java.util.Map.of("retry.max-attempts", "3", "retry.initial-delay", "100ms"));

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void atOnce() {
        assertThat(work.accept("at-once")).isEqualTo(new TaskReceipt("at-once", false));

        work.awaitStatus("at-once", TaskStatus.SUCCEEDED);
        Task task = tasks.find("at-once").orElseThrow();
        assertThat(task.attempts()).isEqualTo(1);
        assertThat(task.destination()).isEqualTo("erp");
        assertThat(channel.received("at-once")).singleElement().extracting(Delivery::attempt).isEqualTo(1);
    }

    @Test
    void againUntilItWorks() {
        channel.answer(delivery -> delivery.attempt() < 3 ? Outcome.failed("not yet") : Outcome.succeeded());
        work.accept("third-time");

        work.awaitStatus("third-time", TaskStatus.SUCCEEDED);
        assertThat(channel.received("third-time")).extracting(Delivery::attempt).containsExactly(1, 2, 3);
        assertThat(tasks.find("third-time").orElseThrow().attempts()).isEqualTo(3);
        channel.answer(delivery -> Outcome.succeeded());
    }

    @Test
    void orItIsDeadWithTheReason() {
        channel.answer(delivery -> Outcome.failed("never: " + delivery.attempt()));
        work.accept("never");

        work.awaitStatus("never", TaskStatus.DEAD);
        Task task = tasks.find("never").orElseThrow();
        assertThat(task.attempts()).isEqualTo(3);
        assertThat(task.lastError()).isEqualTo("never: 3");

        channel.answer(delivery -> Outcome.succeeded());
        assertThat(tasks.redeliver("never")).isTrue();
        work.awaitStatus("never", TaskStatus.SUCCEEDED);
        assertThat(tasks.redeliver("never")).isFalse();
    }

    @Test
    void rejectedIsDeadAtOnce() {
        channel.answer(delivery -> delivery.taskId().equals("rejected") ? Outcome.rejected("gone") : Outcome.succeeded());
        work.accept("rejected");

        work.awaitStatus("rejected", TaskStatus.DEAD);
        assertThat(channel.received("rejected")).hasSize(1);
        channel.answer(delivery -> Outcome.succeeded());
    }

    @Test
    void manyInOneTransaction() {
        List<TaskMessage> messages = java.util.stream.IntStream.range(0, 50).mapToObj(i -> Work.message("many-" + (99 - i)))
                .toList();
        work.accept("many-92");
        List<TaskReceipt> receipts = work.acceptAll(messages);

        assertThat(receipts).extracting(TaskReceipt::taskId)
                .containsExactlyElementsOf(messages.stream().map(TaskMessage::id).toList());
        assertThat(receipts).filteredOn(TaskReceipt::duplicate).extracting(TaskReceipt::taskId).containsExactly("many-92");
        Awaitility.await().atMost(Duration.ofSeconds(10))
                .until(() -> work.count("task_id LIKE 'many-%' AND status = 2") == 50);
        assertThat(channel.ids()).filteredOn(id -> id.startsWith("many-")).hasSize(50).doesNotHaveDuplicates();
    }

    @Test
    void afterItsDelay() {
        long start = System.nanoTime();
        work.accept(TaskMessage.to("erp").id("delayed").payload("x").delay(Duration.ofSeconds(2)).build());
        assertThat(work.status("delayed")).isEqualTo(TaskStatus.SCHEDULED);

        work.awaitStatus("delayed", TaskStatus.SUCCEEDED);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void exceptWhenCancelled() {
        work.accept(TaskMessage.to("erp").id("cancelled").payload("x").delay(Duration.ofSeconds(1)).build());
        assertThat(tasks.cancel("cancelled")).isTrue();
        assertThat(tasks.cancel("cancelled")).isFalse();
        work.accept(TaskMessage.to("erp").id("after-cancelled").payload("x").delay(Duration.ofSeconds(2)).build());

        work.awaitStatus("after-cancelled", TaskStatus.SUCCEEDED);
        assertThat(work.status("cancelled")).isEqualTo(TaskStatus.CANCELLED);
        assertThat(channel.received("cancelled")).isEmpty();
    }
}
