package io.quarkiverse.localtask.deployment.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import jakarta.enterprise.context.ApplicationScoped;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Uni;

class AsynchronousChannelOnVirtualThreadsFailsTheBuildTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Sms.class))
            .overrideConfigKey("quarkus.http.test-port", "0")
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:virtual-async")
            .overrideConfigKey("quarkus.local-task.destinations.customer.channel", "sms")
            .assertException(error -> assertThat(error)
                    .hasStackTraceContaining("@RunOnVirtualThread on " + Sms.class.getName()
                            + " has no effect: a TaskChannel must not block; implement BlockingTaskChannel, or remove it"));

    @Test
    void doesNotBuild() {
        fail("built with an annotation without effect");
    }

    @ApplicationScoped
    @Identifier("sms")
    @RunOnVirtualThread
    static class Sms implements TaskChannel {

        @Override
        public Uni<Outcome> deliver(Delivery delivery) {
            return Uni.createFrom().item(Outcome.succeeded());
        }
    }
}
