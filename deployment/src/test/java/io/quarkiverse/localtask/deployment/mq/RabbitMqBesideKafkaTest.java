package io.quarkiverse.localtask.deployment.mq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;

import jakarta.inject.Inject;

import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;

/** With two connectors reactive messaging must be told which one a channel uses: the extension tells it. */
class RabbitMqBesideKafkaTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .setForcedDependencies(List.of(
                    Dependency.of("io.quarkus", "quarkus-messaging-kafka", Version.getVersion()),
                    Dependency.of("io.quarkus", "quarkus-messaging-rabbitmq", Version.getVersion())))
            .overrideConfigKey("quarkus.devservices.enabled", "false")
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:both-connectors;DB_CLOSE_DELAY=-1")
            .overrideConfigKey("quarkus.local-task.destinations.orders.channel", "mq")
            .overrideConfigKey("quarkus.local-task.destinations.orders.messaging-channel", "orders.out")
            .overrideConfigKey("quarkus.local-task.destinations.orders.timeout", "1s")
            .overrideConfigKey("quarkus.messaging.outgoing.\"orders.out\".reconnect-interval", "7")
            .overrideRuntimeConfigKey("quarkus.local-task.destinations.orders.exchange", "trade")
            // nobody listens there
            .overrideRuntimeConfigKey("rabbitmq-port", "1");

    @Inject
    Config config;
    @Inject
    LocalTasks tasks;

    @Test
    void usesItsConnectorAndTheUsersSettingsWin() {
        String prefix = "mp.messaging.outgoing.\"orders.out\".";
        assertThat(config.getValue(prefix + "connector", String.class)).isEqualTo("smallrye-rabbitmq");
        assertThat(config.getValue(prefix + "publish-confirms", String.class)).isEqualTo("true");
        assertThat(config.getValue(prefix + "exchange.name", String.class)).isEqualTo("trade");
        assertThat(config.getValue(prefix + "reconnect-interval", String.class)).isEqualTo("7");
    }

    @Test
    void sendsThroughIt() {
        String id = QuarkusTransaction.requiringNew()
                .call(() -> tasks.accept(TaskMessage.to("orders").payload("x").build()).taskId());
        await().atMost(Duration.ofSeconds(20)).untilAsserted(
                () -> assertThat(tasks.find(id).orElseThrow().lastError()).isEqualTo("no connection to the broker"));
    }
}
