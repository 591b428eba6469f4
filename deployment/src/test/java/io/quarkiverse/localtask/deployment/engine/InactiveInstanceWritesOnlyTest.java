package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.QuarkusUnitTest;

class InactiveInstanceWritesOnlyTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(InactiveInstanceWritesOnlyTest.class,
            Map.of("active", "false", "grace", "3s"));

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void andSendsNothing() {
        work.accept("written");
        // past the grace and two ticks
        Awaitility.await().pollDelay(Duration.ofSeconds(5)).atMost(Duration.ofSeconds(6)).until(() -> true);
        assertThat(work.status("written")).isEqualTo(TaskStatus.PENDING);
        assertThat(channel.received()).isEmpty();
    }
}
