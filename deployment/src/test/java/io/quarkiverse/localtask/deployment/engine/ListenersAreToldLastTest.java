package io.quarkiverse.localtask.deployment.engine;

import java.util.Map;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.delivery.DeliveryListener;
import io.quarkus.test.QuarkusUnitTest;

/** Who only looks on, and fails at it, keeps no committed task from being sent at once. No scan makes up for it here. */
class ListenersAreToldLastTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(ListenersAreToldLastTest.class, Map.of("compensation.enabled", "false"),
            Failing.class);

    @Inject
    Work work;

    @Test
    void soThatTasksAreHandedOver() {
        work.accept("committed");
        work.awaitStatus("committed", TaskStatus.SUCCEEDED);
    }

    @Singleton
    static class Failing implements DeliveryListener {

        @Override
        public void accepted(Destination destination) {
            throw new IllegalStateException("a listener that is wrong");
        }
    }
}
