package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

/** Switched off is never a silent no-op. */
class DisabledExtensionRefusesTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(DisabledExtensionRefusesTest.class, Map.of("enabled", "false"));

    @Inject
    Work work;

    @Test
    void andNamesTheProperty() {
        assertThatThrownBy(() -> work.accept("off")).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("quarkus.local-task.enabled=false");
    }
}
