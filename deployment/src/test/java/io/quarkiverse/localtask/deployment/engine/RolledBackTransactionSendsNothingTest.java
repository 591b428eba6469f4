package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.QuarkusUnitTest;

/** Promise 1. */
class RolledBackTransactionSendsNothingTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(RolledBackTransactionSendsNothingTest.class, Map.of("grace", "3s"));

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void neitherAtOnceNorByAScan() {
        assertThatThrownBy(() -> work.acceptAndFail("rolled-back")).hasMessage("rolled back on purpose");
        work.accept("after");
        work.awaitStatus("after", TaskStatus.SUCCEEDED);

        // one that only a scan finds: by then a scan would have found the rolled-back one, too
        work.sql("UPDATE local_task_message SET status = 3 WHERE task_id = 'after'");
        work.awaitStatus("after", TaskStatus.SUCCEEDED);

        assertThat(work.status("rolled-back")).isNull();
        assertThat(channel.ids()).containsOnly("after");
    }
}
