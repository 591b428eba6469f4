package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;

/** A task shares the fate of the transaction it was accepted in, not of the one around it. */
class NestedTransactionsTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(NestedTransactionsTest.class);

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void anInnerTaskIsSentWhileTheOuterTransactionIsOpenAndStaysWhenThatRollsBack() {
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
            work.accept("outer-undone");
            QuarkusTransaction.requiringNew().run(() -> work.accept("inner-kept"));
            Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> channel.ids().contains("inner-kept"));
            assertThat(channel.ids()).doesNotContain("outer-undone");
            throw new IllegalStateException("the outer one fails");
        })).hasMessage("the outer one fails");

        work.awaitStatus("inner-kept", TaskStatus.SUCCEEDED);
        assertThat(work.status("outer-undone")).isNull();
        assertNeverSent("outer-undone");
    }

    @Test
    void anInnerRollbackUndoesTheInnerTaskOnly() {
        QuarkusTransaction.requiringNew().run(() -> {
            work.accept("outer-kept");
            assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> work.acceptAndFail("inner-undone")))
                    .isInstanceOf(IllegalStateException.class);
            work.accept("outer-kept-2");
        });

        work.awaitStatus("outer-kept", TaskStatus.SUCCEEDED);
        work.awaitStatus("outer-kept-2", TaskStatus.SUCCEEDED);
        assertThat(work.status("inner-undone")).isNull();
        assertNeverSent("inner-undone");
    }

    @Test
    void aJoinedMethodThatFailsUndoesEverything() {
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
            work.accept("before");
            try {
                work.acceptAndFail("joined");
            } catch (IllegalStateException caught) {
                // the transaction is marked for rollback all the same
            }
        })).isInstanceOf(RuntimeException.class);

        assertThat(work.status("before")).isNull();
        assertThat(work.status("joined")).isNull();
        assertNeverSent("before");
    }

    private void assertNeverSent(String id) {
        // longer than the grace and a scan
        Awaitility.await().during(Duration.ofSeconds(6)).atMost(Duration.ofSeconds(10))
                .until(() -> channel.received(id).isEmpty());
    }
}
