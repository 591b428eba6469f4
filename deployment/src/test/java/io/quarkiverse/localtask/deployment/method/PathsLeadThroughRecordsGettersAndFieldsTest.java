package io.quarkiverse.localtask.deployment.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkus.test.QuarkusUnitTest;

class PathsLeadThroughRecordsGettersAndFieldsTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = TestApplication.of(PathsLeadThroughRecordsGettersAndFieldsTest.class);

    @Inject
    RecordingLocalTasks tasks;

    @Inject
    Orders orders;

    @BeforeEach
    void emptyTable() {
        tasks.clear();
    }

    @Test
    void getterOfARecordsComponentsClass() {
        orders.byCustomer(order("C-1"));
        assertThat(tasks.onlyCommitted().id()).isEqualTo("erp:customer:C-1");
    }

    @Test
    void nullOnTheWayNamesTheWholePath() {
        assertThatThrownBy(() -> orders.byCustomer(new Order(7, null, Optional.empty())))
                .isInstanceOf(LocalTaskException.class).hasMessageContaining("$Orders#byCustomer()")
                .hasMessageContaining("'customer.number' is null");
    }

    @Test
    void optionalIsAStepOfItsOwn() {
        orders.byVoucher(order("C-1"));
        assertThat(tasks.onlyCommitted().id()).isEqualTo("erp:voucher:V-1");
        assertThatThrownBy(() -> orders.byVoucher(new Order(7, null, Optional.empty())))
                .hasMessageContaining("'voucher.code' is null");
        tasks.clear();
        orders.byAmount(order("C-1"));
        assertThat(tasks.onlyCommitted().id()).isEqualTo("erp:amount:12");
    }

    @Test
    void inheritedGetterFieldAndFlag() {
        orders.byInheritedGetter(new Customer("C-1"));
        orders.byField(new Customer("C-1"));
        orders.byFlag(new Customer("C-1"));
        orders.byInterface(new Customer("C-1"));
        assertThat(tasks.committed()).extracting(TaskMessage::id).containsExactly("erp:getter:42", "erp:field:eu",
                "erp:flag:true", "erp:interface:C-1");
    }

    @Test
    void genericContent() {
        orders.byContent(new Page<>(order("C-1")));
        assertThat(tasks.onlyCommitted().id()).isEqualTo("erp:content:7");
    }

    @Test
    void argumentIsThePayload() {
        Order order = order("C-1");
        orders.fromArgument("ignored", new Command(order, null, List.of()));
        assertThat(tasks.onlyCommitted().payload()).isSameAs(order);
        assertThat(tasks.onlyCommitted().id()).isEqualTo("erp:argument:7");
        tasks.clear();
        orders.fromArgument("ignored", new Command(null, null, List.of()));
        orders.fromArgument("ignored", null);
        assertThat(tasks.calls()).isEmpty();
    }

    @Test
    void argumentIsThePayloadAndTheResultHasTheKey() {
        assertThat(orders.fromArgumentWithKeyOfResult("payload")).isEqualTo(order("C-1"));
        assertThat(tasks.onlyCommitted().payload()).isEqualTo("payload");
        assertThat(tasks.onlyCommitted().id()).isEqualTo("erp:result:7");
    }

    @Test
    void argumentHoldsMessages() {
        TaskMessage one = TaskMessage.to("erp").id("one").build();
        TaskMessage two = TaskMessage.to("erp").id("two").build();
        orders.messageInArgument(new Command(null, one, List.of()));
        orders.messagesInArgument(new Command(null, null, List.of(one, two)));
        orders.messageArgument("ignored", two);
        assertThat(tasks.committed()).containsExactly(one, one, two, two);
    }

    static Order order(String customer) {
        return new Order(7, new Customer(customer), Optional.of(new Voucher("V-1", OptionalLong.of(12))));
    }

    record Order(long id, Customer customer, Optional<Voucher> voucher) {
    }

    private record Voucher(String code, OptionalLong amount) {
    }

    record Page<T>(T content) {
    }

    record Command(Order order, TaskMessage message, List<TaskMessage> messages) {
    }

    interface Numbered {
        String getNumber();
    }

    static class Entity {
        public String region = "eu";

        public Integer getKey() {
            return 42;
        }
    }

    static class Customer extends Entity implements Numbered {

        private final String number;

        Customer(String number) {
            this.number = number;
        }

        @Override
        public String getNumber() {
            return number;
        }

        public boolean isActive() {
            return true;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Customer customer && customer.number.equals(number);
        }

        @Override
        public int hashCode() {
            return number.hashCode();
        }
    }

    @ApplicationScoped
    @Transactional
    static class Orders {

        @LocalTaskMessage(destination = "erp", name = "customer", id = "customer.number")
        Order byCustomer(Order order) {
            return order;
        }

        @LocalTaskMessage(destination = "erp", name = "voucher", id = "voucher.code")
        Optional<Order> byVoucher(Order order) {
            return Optional.of(order);
        }

        @LocalTaskMessage(destination = "erp", name = "amount", id = "voucher.amount")
        Order byAmount(Order order) {
            return order;
        }

        @LocalTaskMessage(destination = "erp", name = "getter", id = "key")
        Customer byInheritedGetter(Customer customer) {
            return customer;
        }

        @LocalTaskMessage(destination = "erp", name = "field", id = "region")
        Customer byField(Customer customer) {
            return customer;
        }

        @LocalTaskMessage(destination = "erp", name = "flag", id = "active")
        Customer byFlag(Customer customer) {
            return customer;
        }

        @LocalTaskMessage(destination = "erp", name = "interface", id = "number")
        Numbered byInterface(Customer customer) {
            return customer;
        }

        @LocalTaskMessage(destination = "erp", name = "content", id = "content.id")
        Page<Order> byContent(Page<Order> page) {
            return page;
        }

        @LocalTaskMessage(destination = "erp", name = "argument", from = "command.order", id = "id")
        void fromArgument(String other, Command command) {
        }

        @LocalTaskMessage(destination = "erp", name = "result", from = "text", id = "id")
        Order fromArgumentWithKeyOfResult(String text) {
            return order("C-1");
        }

        @LocalTaskMessage(from = "command.message")
        void messageInArgument(Command command) {
        }

        @LocalTaskMessage(from = "command.messages")
        String messagesInArgument(Command command) {
            return "done";
        }

        @LocalTaskMessage
        void messageArgument(String other, TaskMessage message) {
        }
    }
}
