package io.quarkiverse.localtask.runtime.channel.mq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import com.rabbitmq.client.NoOpMetricsCollector;

import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.rabbitmq.RabbitMQOptions;

/** An options bean may be shared by any number of channels, and the client keeps the very object. */
class WatchLeavesOtherChannelsAloneTest {

    private final ConnectionWatch watch = new ConnectionWatch(new MqLinks(), Set.of("orders", "bills"));
    private final RabbitMQOptions shared = new RabbitMQOptions().setHost("broker").setReconnectAttempts(7);

    @Test
    void sharedOptionsStayAsTheyAre() {
        NoOpMetricsCollector users = new NoOpMetricsCollector();
        shared.setMetricsCollector(users);
        RabbitMQOptions orders = watch.customize("orders", channel("client-options-name", "ours"), shared);
        RabbitMQOptions bills = watch.customize("bills", channel("client-options-name", "ours"), shared);

        assertThat(shared.getMetricsCollector()).isSameAs(users);
        assertThat(orders.getMetricsCollector()).isInstanceOf(WatchingCollector.class);
        assertThat(bills.getMetricsCollector()).isInstanceOf(WatchingCollector.class)
                .isNotSameAs(orders.getMetricsCollector());
        assertThat(orders.getHost()).isEqualTo("broker");
        assertThat(orders.getReconnectAttempts()).isEqualTo(7);
        assertThat(watch.customize("theirs", channel(), shared)).isSameAs(shared);
    }

    @Test
    void optionsThatNeverReconnectAreRefused() {
        shared.setReconnectAttempts(0);
        assertThatIllegalStateException()
                .isThrownBy(() -> watch.customize("orders", channel("client-options-name", "ours"), shared))
                .withMessageContaining("'orders'").withMessageContaining("setReconnectAttempts");
    }

    @Test
    void placesThatAreNeverGivenBackAreRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> watch.customize("orders", channel("max-inflight-messages", "500"), shared))
                .withMessageContaining("\"orders\".max-inflight-messages").withMessageContaining("concurrency");
    }

    @Test
    void comesAfterTheCustomizersOfTheApplication() {
        assertThat(watch.getPriority()).isEqualTo(Integer.MAX_VALUE);
    }

    private static SmallRyeConfig channel(String... entry) {
        SmallRyeConfigBuilder config = new SmallRyeConfigBuilder().withDefaultValue("publish-confirms", "true")
                .withDefaultValue("max-inflight-messages", Long.toString(Long.MAX_VALUE));
        if (entry.length > 0) {
            config.withDefaultValues(Map.of(entry[0], entry[1]));
        }
        return config.build();
    }
}
