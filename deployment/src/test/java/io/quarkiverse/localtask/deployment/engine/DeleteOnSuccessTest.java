package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

class DeleteOnSuccessTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(DeleteOnSuccessTest.class, Map.of("completion", "delete"));

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void leavesNoRowAndForgetsTheId() {
        work.accept("deleted");
        Awaitility.await().atMost(Duration.ofSeconds(10))
                .until(() -> !channel.received("deleted").isEmpty() && work.status("deleted") == null);
        assertThat(work.accept("deleted").duplicate()).isFalse();
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> channel.received("deleted").size() == 2);
    }
}
