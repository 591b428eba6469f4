package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionManager;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.event.TaskAccepted;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;

/** Promise 1: the transaction can be doomed after the row was written and before accept returns. */
class ObserverThatRollsBackSendsNothingTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(ObserverThatRollsBackSendsNothingTest.class, Veto.class);

    @Inject
    Work work;

    @Inject
    @Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void atAll() {
        work.accept("vetoed");
        work.accept("allowed");
        work.awaitStatus("allowed", TaskStatus.SUCCEEDED);
        assertThat(work.status("vetoed")).isNull();
        assertThat(channel.ids()).containsExactly("allowed");
    }

    @Singleton
    static class Veto {

        @Inject
        TransactionManager transactions;

        void on(@Observes TaskAccepted event) throws Exception {
            if (event.taskId().equals("vetoed")) {
                transactions.setRollbackOnly();
            }
        }
    }
}
