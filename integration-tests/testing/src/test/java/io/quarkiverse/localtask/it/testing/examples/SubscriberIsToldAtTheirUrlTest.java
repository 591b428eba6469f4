package io.quarkiverse.localtask.it.testing.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkiverse.localtask.test.SentMessage;
import io.quarkus.test.junit.QuarkusTest;

@QuarkusTest
class SubscriberIsToldAtTheirUrlTest {

    @Inject
    Subscriptions subscriptions;
    @Inject
    LocalTaskTester tester;

    @BeforeEach
    void reset() {
        tester.reset();
    }

    @Test
    void eventWithItsHeader() {
        String callback = "https://customer.example/hook?topic=orders";
        subscriptions.tell(new Subscriber(callback), new OrderCreated(1));
        tester.awaitIdle(Duration.ofSeconds(10));
        SentMessage message = tester.sent(callback).get(0);
        assertThat(message.json(OrderCreated.class)).isEqualTo(new OrderCreated(1));
        assertThat(message.headers()).containsEntry("X-Event", "order.created");
        assertThat(message.target()).containsEntry(Delivery.METHOD, "POST");
    }
}
