package io.quarkiverse.localtask.deployment.mq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

class NoConnectorFailsTheBuildTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:no-connector")
            .overrideConfigKey("quarkus.local-task.destinations.orders.channel", "mq")
            .overrideConfigKey("quarkus.local-task.destinations.audit.channel", "mq")
            .overrideConfigKey("quarkus.local-task.destinations.audit.messaging-channel", "a".repeat(62))
            .overrideConfigKey("quarkus.local-task.mq.channels", "labels,no good")
            .assertException(error -> assertThat(error)
                    .hasStackTraceContaining("has 3 problems")
                    .hasStackTraceContaining("The destinations audit, orders and the messaging channels of"
                            + " quarkus.local-task.mq.channels use the channel mq, which needs the connector of RabbitMQ:"
                            + " add the dependency io.quarkus:quarkus-messaging-rabbitmq to the application")
                    .hasStackTraceContaining("quarkus.local-task.destinations.audit.messaging-channel=aaa")
                    .hasStackTraceContaining("at most 61")
                    .hasStackTraceContaining("quarkus.local-task.mq.channels=no good"));

    @Test
    void namesAllDestinationsAndTheDependency() {
        fail("built without a connector");
    }
}
