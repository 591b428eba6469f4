package io.quarkiverse.localtask.deployment.mq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusUnitTest;

/** Without confirms a message would count as delivered as soon as it is written to a socket. */
class ChannelWithoutConfirmsIsRefusedTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .setForcedDependencies(List.of(
                    Dependency.of("io.quarkus", "quarkus-messaging-rabbitmq", Version.getVersion())))
            .overrideConfigKey("quarkus.devservices.enabled", "false")
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:no-confirms;DB_CLOSE_DELAY=-1")
            .overrideConfigKey("quarkus.local-task.destinations.orders.channel", "mq")
            .overrideRuntimeConfigKey("mp.messaging.outgoing.orders.publish-confirms", "false")
            .overrideRuntimeConfigKey("rabbitmq-port", "1")
            .assertException(e -> assertThat(e)
                    .hasStackTraceContaining("mp.messaging.outgoing.\"orders\".publish-confirms")
                    .hasStackTraceContaining("Remove the line"));

    @Test
    void startFails() {
        fail("the application has started");
    }
}
