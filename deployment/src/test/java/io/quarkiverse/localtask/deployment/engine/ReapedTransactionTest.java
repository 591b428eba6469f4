package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.Transactional;

import org.assertj.core.api.ThrowableAssert;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkus.narayana.jta.runtime.TransactionConfiguration;
import io.quarkus.test.QuarkusUnitTest;

/** The reaper rolls a transaction back on a thread of its own, while the method goes on and knows nothing of it. */
class ReapedTransactionTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(ReapedTransactionTest.class, Slow.class, BusinessException.class);

    @Inject
    Slow slow;

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void sendsNothingWhenTheMethodReturns() {
        assertThatThrownBy(() -> slow.acceptAndReturn("returns")).isInstanceOf(Exception.class);
        assertNothingIsLeftOf("returns");
    }

    @Test
    void sendsNothingWhenTheMethodThrows() {
        assertThat(chain(() -> slow.acceptAndThrow("throws"))).as("hidden no more than Quarkus itself hides it")
                .isEqualTo(chain(() -> slow.onlyThrow()));
        assertNothingIsLeftOf("throws");
    }

    @Test
    void sendsNothingWhenAnAnnotatedMethodReturns() {
        assertThatThrownBy(() -> slow.annotated()).isInstanceOf(Exception.class);
        assertThat(work.count("payload = 'too late'")).isZero();
    }

    @Test
    void sendsNothingWhenAnAnnotatedMethodThrows() {
        assertThat(chain(() -> slow.annotatedAndThrows())).isEqualTo(chain(() -> slow.onlyThrow()));
        assertThat(work.count("payload = 'too late'")).isZero();
    }

    private static List<String> chain(ThrowableAssert.ThrowingCallable call) {
        List<String> chain = new ArrayList<>();
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isNotNull();
        for (Throwable e = thrown; e != null; e = e.getCause()) {
            chain.add(e.getClass().getName());
            for (Throwable suppressed : e.getSuppressed()) {
                chain.add("suppressed " + suppressed.getClass().getName());
            }
        }
        return chain;
    }

    private void assertNothingIsLeftOf(String id) {
        assertThat(work.status(id)).isNull();
        // longer than the grace and a scan
        Awaitility.await().during(Duration.ofSeconds(6)).atMost(Duration.ofSeconds(10))
                .until(() -> channel.received(id).isEmpty() && work.status(id) == null);
    }

    static class BusinessException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    @ApplicationScoped
    static class Slow {

        @Inject
        LocalTasks tasks;

        @Inject
        TransactionManager transactions;

        @Transactional
        @TransactionConfiguration(timeout = 1)
        void acceptAndReturn(String id) {
            tasks.accept(Work.message(id));
            awaitReaper();
        }

        @Transactional
        @TransactionConfiguration(timeout = 1)
        void acceptAndThrow(String id) {
            tasks.accept(Work.message(id));
            awaitReaper();
            throw new BusinessException();
        }

        @Transactional
        @TransactionConfiguration(timeout = 1)
        void onlyThrow() {
            awaitReaper();
            throw new BusinessException();
        }

        @Transactional
        @TransactionConfiguration(timeout = 1)
        @LocalTaskMessage(destination = "erp")
        String annotated() {
            awaitReaper();
            return "too late";
        }

        @Transactional
        @TransactionConfiguration(timeout = 1)
        @LocalTaskMessage(destination = "erp")
        String annotatedAndThrows() {
            awaitReaper();
            throw new BusinessException();
        }

        private void awaitReaper() {
            try {
                while (transactions.getStatus() == Status.STATUS_ACTIVE) {
                    Thread.onSpinWait();
                }
            } catch (SystemException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
