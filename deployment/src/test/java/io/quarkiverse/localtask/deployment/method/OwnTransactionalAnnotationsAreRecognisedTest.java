package io.quarkiverse.localtask.deployment.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Inject;
import jakarta.interceptor.InterceptorBinding;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;

class OwnTransactionalAnnotationsAreRecognisedTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = TestApplication.of(OwnTransactionalAnnotationsAreRecognisedTest.class);

    @Inject
    RecordingLocalTasks tasks;

    @Inject
    OnMethod onMethod;

    @Inject
    OnClass onClass;

    @Inject
    OnSuperclass onSuperclass;

    @Inject
    ByStereotype byStereotype;

    @Inject
    Kinds kinds;

    @Inject
    Event<Placed> placed;

    @BeforeEach
    void emptyTable() {
        tasks.clear();
    }

    @Test
    void onTheMethod() {
        onMethod.place("order");
        assertThat(tasks.onlyCommitted().payload()).isEqualTo("order");
    }

    @Test
    void onTheClass() {
        onClass.place("order");
        assertThat(tasks.onlyCommitted().payload()).isEqualTo("order");
    }

    @Test
    void onAnAbstractSuperclass() {
        onSuperclass.place("order");
        assertThat(tasks.onlyCommitted().payload()).isEqualTo("order");
    }

    @Test
    void inAStereotype() {
        byStereotype.place("order");
        assertThat(tasks.onlyCommitted().payload()).isEqualTo("order");
    }

    @Test
    void requiresNewKeepsItsTaskWhenTheCallerRollsBack() {
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
            kinds.requiresNew("inner");
            throw new IllegalStateException("outer");
        })).hasMessage("outer");
        assertThat(tasks.onlyCommitted().payload()).isEqualTo("inner");
        assertThat(tasks.rolledBack()).isEmpty();
    }

    @Test
    void mandatoryHelperSendsWithItsCaller() {
        kinds.caller("order");
        assertThat(tasks.onlyCommitted().payload()).isEqualTo("order");
    }

    @Test
    void callOnTheSameBeanIsInterceptedToo() {
        QuarkusTransaction.requiringNew().run(() -> kinds.callsItself("order"));
        assertThat(tasks.onlyCommitted().payload()).isEqualTo("order");
    }

    @Test
    void supportsWithoutATransactionIsRefusedByAccept() {
        assertThatThrownBy(() -> kinds.supports("order")).isInstanceOf(IllegalStateException.class);
        QuarkusTransaction.requiringNew().run(() -> kinds.supports("order"));
        assertThat(tasks.onlyCommitted().payload()).isEqualTo("order");
    }

    @Test
    void observerMethodSendsItsEvent() {
        placed.fire(new Placed(7));
        assertThat(tasks.onlyCommitted().id()).isEqualTo("erp:placed:7");
        assertThat(tasks.onlyCommitted().payload()).isEqualTo(new Placed(7));
    }

    record Placed(int number) {
    }

    @Transactional
    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ ElementType.METHOD, ElementType.TYPE })
    public @interface UseCase {
    }

    @Transactional
    @Stereotype
    @ApplicationScoped
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    public @interface Service {
    }

    @ApplicationScoped
    static class OnMethod {

        @UseCase
        @LocalTaskMessage(destination = "erp")
        String place(String order) {
            return order;
        }
    }

    @UseCase
    @ApplicationScoped
    static class OnClass {

        @LocalTaskMessage(destination = "erp")
        String place(String order) {
            return order;
        }
    }

    @Transactional
    abstract static class TransactionalBase {
    }

    @ApplicationScoped
    static class OnSuperclass extends TransactionalBase {

        @LocalTaskMessage(destination = "erp")
        String place(String order) {
            return order;
        }
    }

    @Service
    static class ByStereotype {

        @LocalTaskMessage(destination = "erp")
        String place(String order) {
            return order;
        }
    }

    @ApplicationScoped
    static class Kinds {

        @Inject
        Helper helper;

        @Transactional(TxType.REQUIRES_NEW)
        @LocalTaskMessage(destination = "erp")
        String requiresNew(String order) {
            return order;
        }

        @Transactional(TxType.SUPPORTS)
        @LocalTaskMessage(destination = "erp")
        String supports(String order) {
            return order;
        }

        @Transactional
        void caller(String order) {
            helper.send(order);
        }

        void callsItself(String order) {
            supports(order);
        }

        @Transactional
        @LocalTaskMessage(destination = "erp", name = "placed", from = "event", id = "number")
        void on(@Observes Placed event) {
        }
    }

    @ApplicationScoped
    static class Helper {

        @Transactional(TxType.MANDATORY)
        @LocalTaskMessage
        TaskMessage send(String order) {
            return TaskMessage.to("erp").payload(order).build();
        }
    }
}
