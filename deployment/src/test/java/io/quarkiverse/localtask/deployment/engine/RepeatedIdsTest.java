package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.localtask.DuplicateTaskException;
import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskReceipt;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;

/** The task id is the idempotency key: whoever commits it first is the one whose message is sent, once. */
class RepeatedIdsTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(RepeatedIdsTest.class, Map.of("retry.initial-delay", "1h"),
            Orders.class);

    @Inject
    Work work;

    @Inject
    Orders orders;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @BeforeEach
    void everythingSucceeds() {
        channel.answer(delivery -> Outcome.succeeded());
    }

    @Test
    void inOneTransaction() {
        QuarkusTransaction.requiringNew().run(() -> {
            assertThat(work.accept("twice").duplicate()).isFalse();
            assertThat(work.accept("twice").duplicate()).isTrue();
            assertThat(work.accept("beside").duplicate()).isFalse();
        });
        work.awaitStatus("twice", TaskStatus.SUCCEEDED);
        work.awaitStatus("beside", TaskStatus.SUCCEEDED);
        assertThat(channel.received("twice")).hasSize(1);
    }

    @Test
    void inOneCall() {
        List<TaskReceipt> receipts = work.acceptAll(List.of(Work.message("same"), Work.message("other"), Work.message("same")));
        assertThat(receipts).extracting(TaskReceipt::taskId).containsExactly("same", "other", "same");
        assertThat(receipts).filteredOn(TaskReceipt::duplicate).extracting(TaskReceipt::taskId).containsExactly("same");
        work.awaitStatus("same", TaskStatus.SUCCEEDED);
        work.awaitStatus("other", TaskStatus.SUCCEEDED);
        assertThat(channel.received("same")).hasSize(1);
    }

    @Test
    void whileAnotherTransactionHoldsItAndCommits() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch commit = new CountDownLatch(1);
        CompletableFuture<Void> holder = CompletableFuture
                .runAsync(() -> work.acceptAndRun("contended", () -> {
                    held.countDown();
                    await(commit);
                }));
        await(held);
        CompletableFuture<TaskReceipt> other = CompletableFuture.supplyAsync(() -> work.accept("contended"));
        staysUndecided(other);
        commit.countDown();
        holder.get(10, TimeUnit.SECONDS);
        assertThat(other.get(10, TimeUnit.SECONDS).duplicate()).isTrue();
        work.awaitStatus("contended", TaskStatus.SUCCEEDED);
        assertThat(channel.received("contended")).hasSize(1);
    }

    @Test
    void whileAnotherTransactionHoldsItAndRollsBack() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch rollBack = new CountDownLatch(1);
        CompletableFuture<Void> holder = CompletableFuture.runAsync(() -> work.acceptAndRun("released", () -> {
            held.countDown();
            await(rollBack);
            throw new IllegalStateException("rolled back on purpose");
        }));
        await(held);
        CompletableFuture<TaskReceipt> other = CompletableFuture.supplyAsync(() -> work.accept("released"));
        staysUndecided(other);
        rollBack.countDown();
        assertThatThrownBy(() -> holder.get(10, TimeUnit.SECONDS)).rootCause().hasMessage("rolled back on purpose");
        assertThat(other.get(10, TimeUnit.SECONDS).duplicate()).isFalse();
        work.awaitStatus("released", TaskStatus.SUCCEEDED);
        assertThat(channel.received("released")).hasSize(1);
    }

    @Test
    void amongFiftyOfWhichOneFails() {
        work.accept("many-7");
        work.awaitStatus("many-7", TaskStatus.SUCCEEDED);
        channel.answer(delivery -> delivery.taskId().equals("many-31") ? Outcome.failed("only this one")
                : Outcome.succeeded());

        List<TaskMessage> messages = IntStream.range(0, 50).mapToObj(i -> Work.message("many-" + i)).toList();
        List<TaskReceipt> receipts = work.acceptAll(messages);

        assertThat(receipts).extracting(TaskReceipt::taskId)
                .containsExactlyElementsOf(messages.stream().map(TaskMessage::id).toList());
        assertThat(receipts).filteredOn(TaskReceipt::duplicate).extracting(TaskReceipt::taskId).containsExactly("many-7");
        Awaitility.await().atMost(Duration.ofSeconds(10))
                .until(() -> work.count("task_id LIKE 'many-%' AND status = 2") == 49);
        work.awaitStatus("many-31", TaskStatus.FAILED);
        assertThat(work.query("SELECT last_error FROM local_task_message WHERE status = 3")).containsExactly("only this one");
        for (TaskMessage message : messages) {
            assertThat(channel.received(message.id())).hasSize(1);
        }
    }

    @Test
    void throughAnAnnotatedMethodUndoTheBusinessRow() {
        work.sql("CREATE TABLE business (id varchar(20) PRIMARY KEY, place int)");
        orders.place(new Order("4711", 1));
        work.awaitStatus("erp:order:4711", TaskStatus.SUCCEEDED);

        assertThatThrownBy(() -> orders.placeAgain(new Order("4711", 2))).isInstanceOf(DuplicateTaskException.class)
                .hasMessageContaining("erp:order:4711");
        assertThat(work.query("SELECT place FROM business")).containsExactly(1);
        assertThat(channel.received("erp:order:4711")).hasSize(1);
    }

    private static void staysUndecided(CompletableFuture<?> future) {
        Awaitility.await().during(Duration.ofMillis(300)).atMost(Duration.ofSeconds(5)).until(() -> !future.isDone());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public record Order(String id, int place) {
    }

    @ApplicationScoped
    static class Orders {

        @Inject
        AgroalDataSource dataSource;

        @Transactional
        @LocalTaskMessage(destination = "erp", name = "order", id = "id")
        Order place(Order order) {
            return insert(order, order.id());
        }

        @Transactional
        @LocalTaskMessage(destination = "erp", name = "order", id = "id")
        Order placeAgain(Order order) {
            return insert(order, order.id() + "-again");
        }

        private Order insert(Order order, String key) {
            try (var connection = dataSource.getConnection();
                    var statement = connection.prepareStatement("INSERT INTO business VALUES (?, ?)")) {
                statement.setString(1, key);
                statement.setInt(2, order.place());
                statement.executeUpdate();
                return order;
            } catch (java.sql.SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
