package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/** {@code schema-management=none}: nobody looks at the table before it is used. */
class UncheckedTableTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(UncheckedTableTest.class, Map.of("schema-management", "none"));

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void isUsedAsItIs() {
        assertThatThrownBy(() -> work.accept("too-early")).isInstanceOf(LocalTaskException.class)
                .hasMessageContaining("Cannot write a task to table 'local_task_message' of the default datasource")
                .hasMessageContaining("SQLSTATE 42");

        TestDatabase.prepareTable(TestDatabase.of(UncheckedTableTest.class), "whoever");
        channel.answer(delivery -> delivery.attempt() == 1 ? Outcome.failed("not yet") : Outcome.succeeded());
        work.accept("retried");
        work.awaitStatus("retried", TaskStatus.SUCCEEDED);
        assertThat(channel.ids()).containsOnly("retried");
    }
}
