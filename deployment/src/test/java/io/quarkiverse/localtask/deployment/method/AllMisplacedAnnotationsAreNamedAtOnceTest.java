package io.quarkiverse.localtask.deployment.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.interceptor.InterceptorBinding;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkus.test.QuarkusUnitTest;

class AllMisplacedAnnotationsAreNamedAtOnceTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = TestApplication.thatFails(error -> {
        assertThat(error).contains("15 violations");

        assertThat(error).contains("$NoTransaction#none() needs a transaction: add @Transactional to the method",
                "takes @Transactional(MANDATORY)");
        assertThat(error).contains("$NoTransaction#never() needs a transaction, but @Transactional(NEVER) runs it without one");
        assertThat(error).contains("$NoTransaction#notSupported() needs a transaction, but @Transactional(NOT_SUPPORTED)");
        assertThat(error).contains("$NoTransaction#outside() needs a transaction, but @Transactional(NOT_SUPPORTED)");
        assertThat(error).contains("$TransactionOnInterface#place() needs a transaction"
                + " (a class does not inherit @Transactional from an interface, here ");

        assertThat(error).contains("$Modifiers#hidden() is on a private method, which cannot be intercepted: make it");
        assertThat(error).contains("$Modifiers#shared() is on a static method, which cannot be intercepted: make it");
        assertThat(error).contains("$Modifiers#last() is on a final method, which cannot be intercepted: remove 'final'");

        assertThat(error).contains("$WithDefault#place() would be ignored, because ArC does not look at annotations on the"
                + " methods of an interface: override the method in the bean's class, calling WithDefault.super.place()");
        assertThat(error).contains("$WithAbstract#place() would be ignored", "move the annotation to the implementing methods");
        assertThat(error).contains("$AbstractOrders#place() would be ignored, because the method is abstract");
        assertThat(error).contains("$NoBean#place() would be ignored, because the class is not a CDI bean: give it a scope");
        assertThat(error)
                .contains("$Overridden#place() would be ignored, because each bean that inherits the method overrides");
        assertThat(error).contains("$Lifecycle#start() would be ignored, because ArC does not intercept the method",
                "$Lifecycle#start() returns nothing that can be sent");
    }, AllMisplacedAnnotationsAreNamedAtOnceTest.class);

    @Test
    void build() {
        TestApplication.mustNotStart();
    }

    record Order(long id) {
    }

    @InterceptorBinding
    @Transactional(TxType.NOT_SUPPORTED)
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ ElementType.METHOD, ElementType.TYPE })
    @interface Outside {
    }

    @ApplicationScoped
    static class NoTransaction {

        @LocalTaskMessage(destination = "erp")
        Order none() {
            return null;
        }

        @Transactional(TxType.NEVER)
        @LocalTaskMessage(destination = "erp")
        Order never() {
            return null;
        }

        @Transactional(TxType.NOT_SUPPORTED)
        @LocalTaskMessage(destination = "erp")
        Order notSupported() {
            return null;
        }

        @Outside
        @LocalTaskMessage(destination = "erp")
        Order outside() {
            return null;
        }
    }

    @Transactional
    interface TransactionalContract {
        Order place();
    }

    @ApplicationScoped
    static class TransactionOnInterface implements TransactionalContract {

        @Override
        @LocalTaskMessage(destination = "erp")
        public Order place() {
            return null;
        }
    }

    @ApplicationScoped
    static class Modifiers {

        @Transactional
        @LocalTaskMessage(destination = "erp")
        private Order hidden() {
            return null;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp")
        static Order shared() {
            return null;
        }

        @Transactional
        @LocalTaskMessage(destination = "erp")
        final Order last() {
            return null;
        }
    }

    interface WithDefault {

        @Transactional
        @LocalTaskMessage(destination = "erp")
        default Order place() {
            return null;
        }
    }

    @ApplicationScoped
    static class DefaultUser implements WithDefault {
    }

    interface WithAbstract {

        @LocalTaskMessage(destination = "erp")
        Order place();
    }

    @ApplicationScoped
    static class AbstractUser implements WithAbstract {

        @Override
        @Transactional
        public Order place() {
            return null;
        }
    }

    abstract static class AbstractOrders {

        @LocalTaskMessage(destination = "erp")
        abstract Order place();
    }

    @ApplicationScoped
    static class ConcreteOrders extends AbstractOrders {

        @Override
        @Transactional
        Order place() {
            return null;
        }
    }

    static class NoBean {

        @Transactional
        @LocalTaskMessage(destination = "erp")
        Order place() {
            return null;
        }
    }

    abstract static class Overridden {

        @Transactional
        @LocalTaskMessage(destination = "erp")
        Order place() {
            return null;
        }
    }

    @ApplicationScoped
    static class Overriding extends Overridden {

        @Override
        @Transactional
        Order place() {
            return super.place();
        }
    }

    @ApplicationScoped
    static class Lifecycle {

        @Transactional
        @PostConstruct
        @LocalTaskMessage(destination = "erp")
        void start() {
        }
    }
}
