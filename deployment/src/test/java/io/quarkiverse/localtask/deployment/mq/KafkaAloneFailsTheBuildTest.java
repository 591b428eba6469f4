package io.quarkiverse.localtask.deployment.mq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusUnitTest;

class KafkaAloneFailsTheBuildTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .setForcedDependencies(List.of(Dependency.of("io.quarkus", "quarkus-messaging-kafka", Version.getVersion())))
            .overrideConfigKey("quarkus.devservices.enabled", "false")
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:kafka-alone")
            .overrideConfigKey("quarkus.local-task.destinations.orders.channel", "mq")
            .assertException(error -> assertThat(error)
                    .hasStackTraceContaining(
                            "The destinations orders use the channel mq, which needs the connector of RabbitMQ:"
                                    + " add the dependency io.quarkus:quarkus-messaging-rabbitmq to the application"));

    @Test
    void namesTheDependency() {
        fail("built with Kafka alone");
    }
}
