package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/** The scheduler of the application is switched off: the watchdog keeps compensation going and says why. */
class DisabledSchedulerTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(DisabledSchedulerTest.class, Map.of("quarkus.scheduler.enabled", "false"))
            .setLogRecordPredicate(EngineApp::isWarning)
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).singleElement().asString()
                    .contains("default", "disabled", "quarkus.scheduler.enabled"));

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void stopsNoRetry() {
        work.accept("at-once");
        work.awaitStatus("at-once", TaskStatus.SUCCEEDED);

        channel.answer(delivery -> delivery.attempt() == 1 ? Outcome.failed("not yet") : Outcome.succeeded());
        work.accept("retried");
        work.awaitStatus("retried", TaskStatus.FAILED);
        work.awaitStatus("retried", TaskStatus.SUCCEEDED);
        assertThat(channel.received("retried")).hasSize(2);

        // from now on it goes on at the shard's own pace
        work.accept("retried-later");
        work.awaitStatus("retried-later", TaskStatus.SUCCEEDED);
    }
}
