package io.quarkiverse.localtask.runtime.channel.mq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.Problems;
import io.quarkiverse.localtask.spi.Delivery;

/** Which headers are more than an entry of the header table, and which values a broker would not take. */
class HeadersBecomePropertiesTest {

    @Test
    void messageWinsOverTheDestinationInAnyCase() {
        MqMessage message = MqMessages.of(destination(Map.of("Priority", "1", "X-Source", "shop", "app-id", "shop")),
                delivery("order-placed", Map.of("priority", "9", "x-source", "till")));

        assertThat(message.properties().priority()).isEqualTo(9);
        assertThat(message.properties().appId()).isEqualTo("shop");
        assertThat(message.properties().messageId()).isEqualTo("t-1");
        assertThat(message.properties().type()).isEqualTo("order-placed");
        assertThat(message.headers()).containsOnly(Map.entry("x-source", "till"), Map.entry("Local-Task-Attempt", 2));
    }

    @Test
    void listsAndNumbersArriveAsSuch() {
        MqMessage message = MqMessages.of(destination(Map.of()),
                delivery("n", Map.of("cc", "a.b ,c", "bcc", "d", "X-Delay", "0")));

        assertThat(message.headers()).containsEntry("CC", List.of("a.b", "c")).containsEntry("BCC", List.of("d"))
                .containsEntry("x-delay", 0L);
    }

    @Test
    void nameIsCutToWhatAmqpTakes() {
        MqMessage message = MqMessages.of(destination(Map.of()), delivery("\u4efb".repeat(100), Map.of()));

        assertThat(message.properties().type()).isEqualTo("\u4efb".repeat(85));
    }

    @ParameterizedTest
    @CsvSource({ "expiration,1m", "expiration,-1", "expiration,4294967296", "expiration,''", "priority,256", "priority,high",
            "timestamp,2026-01-01", "x-delay,5s", "user-id,guest", "message-id,x", "delivery-mode,1", "cluster-id,x",
            "Content-Type,text/plain", "local-task-attempt,1", "idempotency-key,x" })
    void valueThatABrokerWouldNotTakeIsRefusedAndNotShown(String name, String value) {
        assertThatThrownBy(() -> new MqChecks().check(destination(Map.of()), Map.of(name, value), Map.of()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("header '" + name + "'");

        Problems problems = new Problems();
        new MqChecks().check(destination(Map.of(name, value)), problems);
        assertThat(problems.errors()).singleElement().asString()
                .startsWith("quarkus.local-task.destinations.shipments.headers." + name)
                .doesNotContain("guest");
    }

    @Test
    void textThatAmqpHasNoRoomForIsRefused() {
        String long256 = "x".repeat(256);
        for (String name : List.of("correlation-id", "reply-to", "type", "app-id", "content-encoding", "CC", "BCC")) {
            assertThatThrownBy(() -> new MqChecks().check(destination(Map.of()), Map.of(name, long256), Map.of()))
                    .hasMessageContaining("255 bytes").hasMessageNotContaining(long256);
        }
        Map<String, String> many = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            many.put("h" + i, "x".repeat(4000));
        }
        assertThatThrownBy(() -> new MqChecks().check(destination(Map.of()), many, Map.of()))
                .hasMessageContaining("one frame");
    }

    /** One such message would keep the client from sending any other, until a restart. */
    @Test
    void rowThatHoldsWhatHasNoEncodingIsNotSent() {
        String long256 = "\u00fc".repeat(128);
        for (Delivery row : List.of(
                new Delivery("t-1", "n", "shipments", 1, new byte[0], "text/plain", Map.of(),
                        Map.of(Delivery.ROUTING_KEY, long256), Duration.ofSeconds(1)),
                new Delivery("t-1", "n", "shipments", 1, new byte[0], long256, Map.of(), Map.of(), Duration.ofSeconds(1)))) {
            assertThatThrownBy(() -> MqMessages.of(destination(Map.of()), row))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("255 bytes")
                    .hasMessageNotContaining(long256);
        }
    }

    private static Delivery delivery(String name, Map<String, String> headers) {
        return new Delivery("t-1", name, "shipments", 2, new byte[0], "text/plain", headers, Map.of(), Duration.ofSeconds(1));
    }

    private static Destination destination(Map<String, String> headers) {
        return new Destination("shipments", Destination.MQ, null, "POST", headers, Optional.empty(), Duration.ofSeconds(1), 1,
                Duration.ofSeconds(1), Optional.empty(), Optional.empty(), null);
    }
}
