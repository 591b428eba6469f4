package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.QuarkusUnitTest;

/** With Quartz and its store in memory, retries go by its ticks: nothing is left to the watchdog. */
class QuartzRetriesTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(QuartzRetriesTest.class)
            .setForcedDependencies(List.of(Dependency.of("io.quarkus", "quarkus-quartz", Version.getVersion())))
            .setLogRecordPredicate(EngineApp::isWarning)
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).isEmpty());

    @Inject
    Work work;

    @Inject
    Scheduler scheduler;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void retries() {
        assertThat(scheduler.implementation()).isEqualTo("QUARTZ");
        channel.answer(delivery -> delivery.attempt() < 3 ? Outcome.failed("not yet") : Outcome.succeeded());
        work.accept("retried");
        work.awaitStatus("retried", TaskStatus.SUCCEEDED);
        assertThat(channel.received("retried")).hasSize(3);
    }
}
