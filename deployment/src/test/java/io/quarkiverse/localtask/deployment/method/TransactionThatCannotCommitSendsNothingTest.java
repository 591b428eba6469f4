package io.quarkiverse.localtask.deployment.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.Transactional;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkus.narayana.jta.runtime.TransactionConfiguration;
import io.quarkus.test.QuarkusUnitTest;

class TransactionThatCannotCommitSendsNothingTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = TestApplication.of(TransactionThatCannotCommitSendsNothingTest.class);

    @Inject
    RecordingLocalTasks tasks;

    @Inject
    Orders orders;

    @BeforeEach
    void emptyTable() {
        tasks.clear();
    }

    @Test
    void markedForRollbackByTheMethodItself() throws Exception {
        assertThat(orders.refuse("order")).isEqualTo("order");
        assertThat(tasks.calls()).isEmpty();
    }

    @Test
    void rolledBackByItsTimeout() {
        assertThatThrownBy(() -> orders.outlive("order")).isInstanceOf(RuntimeException.class);
        assertThat(tasks.calls()).isEmpty();
    }

    @ApplicationScoped
    static class Orders {

        @Inject
        TransactionManager transactions;

        @Transactional
        @LocalTaskMessage(destination = "erp")
        String refuse(String order) throws SystemException {
            transactions.setRollbackOnly();
            return order;
        }

        @Transactional
        @TransactionConfiguration(timeout = 1)
        @LocalTaskMessage(destination = "erp")
        String outlive(String order) {
            Awaitility.await().pollInSameThread().atMost(Duration.ofSeconds(30))
                    .until(() -> transactions.getStatus() != Status.STATUS_ACTIVE);
            return order;
        }
    }
}
