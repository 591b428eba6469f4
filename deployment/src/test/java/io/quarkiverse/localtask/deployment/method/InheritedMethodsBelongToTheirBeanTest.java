package io.quarkiverse.localtask.deployment.method;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkus.test.QuarkusUnitTest;

class InheritedMethodsBelongToTheirBeanTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = TestApplication.of(InheritedMethodsBelongToTheirBeanTest.class)
            .setLogRecordPredicate(record -> record.getLoggerName().equals("io.quarkiverse.localtask"))
            .assertLogRecords(records -> assertThat(records).singleElement()
                    .satisfies(warning -> assertThat(warning.getMessage().formatted(warning.getParameters()))
                            .contains("$Silent overrides ", "$Base#save() without its @LocalTaskMessage")));

    @Inject
    RecordingLocalTasks tasks;

    @Inject
    Orders orders;

    @Inject
    Customers customers;

    @Inject
    Overriding overriding;

    @BeforeEach
    void emptyTable() {
        tasks.clear();
    }

    @Test
    void typeVariableAndNameAreThoseOfTheBean() {
        orders.save(new Order(1));
        customers.save(new Customer("C", "1"));
        assertThat(tasks.committed()).extracting(TaskMessage::id).containsExactly("erp:Orders.save:1",
                "erp:Customers.save:1");
    }

    @Test
    void overridingMethodSendsOnceThoughTheCompilerCopiesTheAnnotation() {
        overriding.save(new Order(1));
        assertThat(tasks.onlyCommitted().id()).isEqualTo("erp:Overriding.save:1");
        tasks.clear();
        Base<Order> base = overriding;
        base.save(new Order(2));
        assertThat(tasks.onlyCommitted().id()).isEqualTo("erp:Overriding.save:2");
    }

    record Order(int id) {
    }

    record Customer(String name, String id) {
    }

    abstract static class Base<T> {

        @Transactional
        @LocalTaskMessage(destination = "erp", id = "id")
        T save(T saved) {
            return saved;
        }
    }

    abstract static class Middle<A, B> extends Base<B> {
    }

    @ApplicationScoped
    static class Orders extends Base<Order> {
    }

    @ApplicationScoped
    static class Customers extends Middle<Order, Customer> {
    }

    @ApplicationScoped
    static class Overriding extends Base<Order> {

        @Override
        @Transactional
        @LocalTaskMessage(destination = "erp", id = "id")
        Order save(Order saved) {
            return super.save(saved);
        }
    }

    @ApplicationScoped
    static class Silent extends Base<Order> {

        @Override
        @Transactional
        Order save(Order saved) {
            return saved;
        }
    }

    abstract static class AlwaysOverridden {

        @Transactional
        @LocalTaskMessage(destination = "erp")
        Order save() {
            return null;
        }
    }

    @ApplicationScoped
    static class OnlyOverride extends AlwaysOverridden {

        @Override
        @Transactional
        @LocalTaskMessage(destination = "erp")
        Order save() {
            return null;
        }
    }
}
