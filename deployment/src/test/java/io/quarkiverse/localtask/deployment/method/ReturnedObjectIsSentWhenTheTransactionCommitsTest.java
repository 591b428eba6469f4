package io.quarkiverse.localtask.deployment.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.DuplicateTaskException;
import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;

class ReturnedObjectIsSentWhenTheTransactionCommitsTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = TestApplication.of(Orders.class, Order.class, BusinessException.class);

    @Inject
    Orders orders;

    @Inject
    RecordingLocalTasks tasks;

    @BeforeEach
    void emptyTable() {
        tasks.clear();
    }

    @Test
    void theObjectIsThePayload() {
        Order order = orders.place(new Order(7L, "new"));
        TaskMessage message = tasks.onlyCommitted();
        assertThat(message.destination()).isEqualTo("erp");
        assertThat(message.name()).isEqualTo("Orders.place");
        assertThat(message.payload()).isSameAs(order);
        assertThat(message.id()).isNull();
        assertThat(message.delay()).isNull();
    }

    @Test
    void idIsABusinessKey() {
        orders.withKey(new Order(7L, "new"));
        assertThat(tasks.onlyCommitted().id()).isEqualTo("erp:order:7");
    }

    @Test
    void delayIsGivenToTheMessage() {
        orders.delayed(new Order(7L, "new"));
        assertThat(tasks.onlyCommitted().delay()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void nullAndEmptySendNothing() {
        assertThat(orders.place(null)).isNull();
        assertThat(orders.find(null)).isEmpty();
        assertThat(orders.messages(List.of())).isEmpty();
        assertThat(tasks.calls()).isEmpty();
    }

    @Test
    void contentOfAnOptionalIsSent() {
        Order order = new Order(7L, "new");
        orders.find(order);
        assertThat(tasks.onlyCommitted().payload()).isSameAs(order);
        assertThat(tasks.onlyCommitted().id()).isEqualTo("erp:Orders.find:7");
    }

    @Test
    void exceptionPassesUnchangedAndNothingIsSent() {
        BusinessException refused = new BusinessException();
        assertThatThrownBy(() -> orders.fail(refused)).isSameAs(refused);
        assertThat(tasks.calls()).isEmpty();
    }

    @Test
    void rolledBackTransactionSendsNothing() {
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
            orders.place(new Order(7L, "new"));
            throw new IllegalStateException("later");
        })).isInstanceOf(IllegalStateException.class);
        assertThat(tasks.committed()).isEmpty();
        assertThat(tasks.rolledBack()).hasSize(1);
    }

    @Test
    void nullOnTheIdPathRollsBackAndNamesThePath() {
        assertThatThrownBy(() -> orders.withKey(new Order(null, "new"))).isInstanceOf(LocalTaskException.class)
                .hasMessageContaining("$Orders#withKey()").hasMessageContaining("id path 'id' is null");
        assertThatThrownBy(() -> orders.withTextKey(new Order(7L, " "))).isInstanceOf(LocalTaskException.class)
                .hasMessageContaining("id path 'state' is blank");
        assertThat(tasks.calls()).isEmpty();
    }

    @Test
    void tooLongATaskIdIsAnErrorThatSaysSo() {
        assertThatThrownBy(() -> orders.withTextKey(new Order(7L, "x".repeat(64)))).isInstanceOf(LocalTaskException.class)
                .hasMessageContaining("'erp:Orders.withTextKey:…' has 87 characters").hasMessageContaining("at most 64");
        assertThat(tasks.calls()).isEmpty();
    }

    @Test
    void duplicateRollsBackUnlessItIsIgnored() {
        tasks.alreadyHolds("erp:order:7");
        assertThatThrownBy(() -> orders.withKey(new Order(7L, "new"))).isInstanceOf(DuplicateTaskException.class)
                .hasMessageContaining("erp:order:7").hasMessageContaining("onDuplicate = IGNORE")
                .extracting("taskId").isEqualTo("erp:order:7");
        orders.ignoringDuplicates(new Order(7L, "new"));
        assertThat(tasks.committed()).isEmpty();
        assertThat(tasks.calls()).containsExactly(1, 1);
    }

    @Test
    void transactionCannotCommitWithoutItsTaskWhateverTheCallerCatches() {
        tasks.refuseWith(new IllegalArgumentException("payload too large"));
        assertThatThrownBy(() -> orders.neverRollingBack(new Order(7L, "new"))).hasMessage("payload too large");
        assertThat(rolledBackWhen(() -> orders.neverRollingBack(new Order(7L, "new")))).isTrue();
    }

    @Test
    void returnedMessagesAreSentInOneCall() {
        orders.message(TaskMessage.to("crm.events").id("own").payload("text").build());
        assertThat(tasks.onlyCommitted().id()).isEqualTo("own");
        tasks.clear();
        orders.messages(List.of(TaskMessage.to("erp").build(), TaskMessage.to("crm.events").build()));
        assertThat(tasks.committed()).extracting(TaskMessage::destination).containsExactlyInAnyOrder("erp", "crm.events");
        assertThat(tasks.calls()).containsExactly(2);
    }

    @Test
    void repeatedAnnotationsSendOneTaskEachInOneCall() {
        orders.repeated(new Order(7L, "new"), TaskMessage.to("erp").id("argument").build());
        assertThat(tasks.committed()).extracting(TaskMessage::id).containsExactlyInAnyOrder("erp:first:7",
                "crm.events:Orders.repeated:7", "argument");
        assertThat(tasks.calls()).containsExactly(3);
    }

    @Test
    void listOfObjectsIsOnePayload() {
        orders.list(List.of(new Order(1L, "a"), new Order(2L, "b")));
        assertThat(tasks.onlyCommitted().payload()).isInstanceOf(List.class);
    }

    @Test
    void textBytesAndNumbersAreSent() {
        orders.text("plain");
        orders.number(5);
        assertThat(tasks.committed()).extracting(TaskMessage::payload).containsExactly("plain", 5L);
    }

    private static boolean rolledBackWhen(Runnable call) {
        try {
            QuarkusTransaction.requiringNew().run(() -> {
                try {
                    call.run();
                } catch (IllegalArgumentException expected) {
                    // The caller goes on and wants to commit.
                }
            });
            return false;
        } catch (RuntimeException e) {
            return true;
        }
    }

    record Order(Long id, String state) {
    }

    static class BusinessException extends RuntimeException {
    }

    @ApplicationScoped
    static class Orders {

        @Transactional
        @LocalTaskMessage(destination = "erp")
        Order place(Order order) {
            return order;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp", name = "order", id = "id")
        Order withKey(Order order) {
            return order;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp", id = "state")
        Order withTextKey(Order order) {
            return order;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp", delay = "90s")
        Order delayed(Order order) {
            return order;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp", id = "id")
        Optional<Order> find(Order order) {
            return Optional.ofNullable(order);
        }

        @Transactional
        @LocalTaskMessage(destination = "erp")
        Order fail(BusinessException exception) {
            throw exception;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp", name = "order", id = "id", onDuplicate = LocalTaskMessage.OnDuplicate.IGNORE)
        Order ignoringDuplicates(Order order) {
            return order;
        }

        @Transactional(dontRollbackOn = RuntimeException.class)
        @LocalTaskMessage(destination = "erp")
        Order neverRollingBack(Order order) {
            return order;
        }

        @Transactional
        @LocalTaskMessage
        TaskMessage message(TaskMessage message) {
            return message;
        }

        @Transactional
        @LocalTaskMessage
        List<TaskMessage> messages(List<TaskMessage> messages) {
            return messages;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp", name = "first", id = "id")
        @LocalTaskMessage(destination = "crm.events", id = "id")
        @LocalTaskMessage(from = "message")
        Order repeated(Order order, TaskMessage message) {
            return order;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp")
        List<Order> list(List<Order> orders) {
            return orders;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp")
        String text(String text) {
            return text;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp")
        long number(long number) {
            return number;
        }
    }
}
