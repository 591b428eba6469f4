package io.quarkiverse.localtask.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;

/** The simple case needs no {@code mp.messaging} line, and every such line wins. */
class MessagingChannelsAreConfiguredTest {

    private static final String CHANNEL = "mp.messaging.outgoing.shipments.";
    private static final String CONNECTOR = "mp.messaging.connector.smallrye-rabbitmq.";

    @Test
    void connectorExchangeAndConfirms() {
        SmallRyeConfig config = config(Map.of(
                "quarkus.local-task.destinations.shipments.channel", "mq",
                "quarkus.local-task.destinations.shipments.exchange", "shipping",
                "quarkus.local-task.destinations.\"a.b\".channel", "mq",
                "quarkus.local-task.destinations.erp.url", "http://erp",
                "quarkus.local-task.mq.channels", "labels"));

        assertThat(value(config, "shipments.connector")).isEqualTo("smallrye-rabbitmq");
        assertThat(value(config, "shipments.exchange.name")).isEqualTo("shipping");
        assertThat(value(config, "shipments.exchange.declare")).isEqualTo("false");
        assertThat(value(config, "shipments.publish-confirms")).isEqualTo("true");
        assertThat(value(config, "\"a.b\".connector")).isEqualTo("smallrye-rabbitmq");
        assertThat(value(config, "labels.connector")).isEqualTo("smallrye-rabbitmq");
        assertThat(value(config, "erp.connector")).isNull();
        assertThat(config.getPropertyNames()).contains("mp.messaging.outgoing.shipments.connector");
    }

    @Test
    void whatUsersSetWins() {
        SmallRyeConfig config = config(Map.of(
                "quarkus.local-task.destinations.shipments.channel", "mq",
                "quarkus.local-task.destinations.shipments.exchange", "shipping",
                "mp.messaging.outgoing.shipments.exchange.name", "other",
                "mp.messaging.connector.smallrye-rabbitmq.health-enabled", "true",
                "rabbitmq-reconnect-interval", "9"));

        assertThat(value(config, "shipments.exchange.name")).isEqualTo("other");
        assertThat(value(config, "shipments.health-enabled")).isEqualTo("true");
        assertThat(value(config, "shipments.reconnect-interval")).isEqualTo("9");
    }

    @Test
    void whatTheConnectorAsksForAtEveryMessageIsFoundAndChangesNothing() {
        SmallRyeConfig config = config(Map.of("quarkus.local-task.destinations.shipments.channel", "mq"));
        for (String name : List.of(CHANNEL + "default-routing-key", CONNECTOR + "default-routing-key")) {
            assertThat(config.getConfigValue(name).getValue()).as(name).isEmpty();
            assertThat(config.getOptionalValue(name, String.class)).as(name).isEmpty();
        }
        assertThat(value(config, "shipments.retry-on-fail-interval")).isEqualTo("5");

        SmallRyeConfig users = config(Map.of("quarkus.local-task.destinations.shipments.channel", "mq",
                CONNECTOR + "default-routing-key", "all", CONNECTOR + "retry-on-fail-interval", "7"));
        assertThat(value(users, "shipments.default-routing-key")).isEqualTo("all");
        assertThat(users.getValue(CONNECTOR + "default-routing-key", String.class)).isEqualTo("all");
        assertThat(value(users, "shipments.retry-on-fail-interval")).isEqualTo("7");
        assertThat(value(config(Map.of("quarkus.local-task.destinations.shipments.channel", "mq",
                CONNECTOR + "default-routing-key", "all", CHANNEL + "default-routing-key", "own")),
                "shipments.default-routing-key")).isEqualTo("own");
    }

    @Test
    void whatIsSetForAllChannelsBreaksNoPromise() {
        SmallRyeConfig config = config(Map.of(
                "quarkus.local-task.destinations.shipments.channel", "mq",
                "mp.messaging.connector.smallrye-rabbitmq.publish-confirms", "false",
                "mp.messaging.connector.smallrye-rabbitmq.max-inflight-messages", "500",
                "mp.messaging.connector.smallrye-rabbitmq.tracing.enabled", "true",
                "rabbitmq-reconnect-attempts", "3"));

        assertThat(value(config, "shipments.tracing.enabled")).isEqualTo("false");
        assertThat(value(config, "shipments.publish-confirms")).isEqualTo("true");
        assertThat(value(config, "shipments.max-inflight-messages")).isEqualTo("9223372036854775807");
        assertThat(value(config, "shipments.reconnect-attempts")).isEqualTo("2147483647");
    }

    @Test
    void applicationWithoutMqGetsNothing() {
        SmallRyeConfig config = config(Map.of("quarkus.local-task.destinations.erp.url", "http://erp"));

        assertThat(config.getPropertyNames()).noneMatch(name -> name.startsWith("mp.messaging."));
    }

    @Test
    void oneMessagingChannelHasOneExchange() {
        assertThatThrownBy(() -> TestConfig.of("destinations.a.channel=mq", "destinations.a.exchange=x",
                "destinations.b.channel=mq", "destinations.b.messaging-channel=a", "destinations.b.exchange=y").settings())
                .hasMessageContaining("quarkus.local-task.destinations.b.exchange=y")
                .hasMessageContaining("quarkus.local-task.destinations.a.exchange=x")
                .hasMessageContaining("share the messaging channel a");

        Settings settings = TestConfig.of("destinations.a.channel=mq", "destinations.a.exchange=x",
                "destinations.b.channel=mq", "destinations.b.messaging-channel=a", "destinations.b.routing-key=k").settings();
        assertThat(settings.destinations().get("b").mq().messagingChannel()).isEqualTo("a");
        assertThat(settings.destinations().get("b").mq().routingKey()).contains("k");
    }

    private static String value(SmallRyeConfig config, String key) {
        return config.getConfigValue("mp.messaging.outgoing." + key).getValue();
    }

    private static SmallRyeConfig config(Map<String, String> properties) {
        return new SmallRyeConfigBuilder().withSources(new PropertiesConfigSource(properties, "file", 250))
                .withSources(new MessagingConfigSourceFactory()).withInterceptors(new MapKeyInterceptor()).build();
    }
}
