package io.quarkiverse.localtask.deployment.tester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkiverse.localtask.test.SentMessage;
import io.quarkus.test.QuarkusUnitTest;

/** {@code ad-hoc.channel=memory}: no message leaves, wherever it wants to go. */
class AdHocMessagesStayInMemoryTest {

    private static final Duration SOON = Duration.ofSeconds(10);
    private static final String HOOK = "http://subscriber.invalid/hook?a=1";

    @RegisterExtension
    static final QuarkusUnitTest APP = TesterApp.app(AdHocMessagesStayInMemoryTest.class, Map.of(
            "ad-hoc.channel", "memory",
            "mq.channels", "news",
            "destinations.events.channel", "memory",
            "destinations.events.messaging-channel", "events-out"));

    @Inject
    Orders orders;

    @Inject
    LocalTaskTester tester;

    @AfterEach
    void reset() {
        tester.reset();
    }

    @Test
    void urls() {
        orders.send(TaskMessage.http(URI.create(HOOK)).method("PUT").id("1").payload("x"));
        orders.send(TaskMessage.http(URI.create("http://127.0.0.1:9/")).id("2").payload("y"));
        String longHost = "h.".repeat(150) + "example";
        orders.send(TaskMessage.http(URI.create("http://" + longHost + "/")).id("3").payload("z"));
        tester.awaitIdle(SOON);

        assertThat(tester.sent()).extracting(SentMessage::name).as("without a port, a path and a query")
                .containsExactlyInAnyOrder("subscriber.invalid", "127.0.0.1", longHost.substring(0, 255));
        assertThat(tester.sent(HOOK)).singleElement().satisfies(message -> {
            assertThat(message.taskId()).isEqualTo("1");
            assertThat(message.target()).containsOnly(Map.entry(Delivery.URL, HOOK), Map.entry(Delivery.METHOD, "PUT"));
        });
    }

    @Test
    void failureOfOneUrl() {
        tester.failNext(HOOK, 1, Outcome.failed("gone fishing"));
        orders.send(TaskMessage.http(URI.create("http://subscriber.invalid/other")).id("3").payload("x"));
        orders.send(TaskMessage.http(URI.create(HOOK)).id("4").payload("x"));
        tester.awaitIdle(SOON);
        assertThat(tester.sent()).extracting(SentMessage::taskId).containsExactly("3");
        tester.retryNow();
        assertThat(tester.sent(HOOK)).extracting(SentMessage::attempt).containsExactly(2);
    }

    @Test
    void messagingChannels() {
        orders.send(TaskMessage.mq("events-out").routingKey("order.created").payload("x"));
        tester.awaitIdle(SOON);
        assertThat(tester.sent("mq:events-out")).singleElement()
                .satisfies(message -> {
                    assertThat(message.target()).containsEntry(Delivery.ROUTING_KEY, "order.created");
                    assertThat(message.name()).isEqualTo("events-out");
                });
        orders.send(TaskMessage.mq("news").payload("x"));
        tester.awaitIdle(SOON);
        assertThat(tester.sent("mq:news")).hasSize(1);
        assertThatIllegalArgumentException().isThrownBy(() -> orders.send(TaskMessage.mq("unknown")))
                .withMessageContaining("the build did not know");
    }
}
