package io.quarkiverse.localtask.deployment.tester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkiverse.localtask.test.SentMessage;
import io.quarkus.test.QuarkusUnitTest;

/** What a committed transaction sends is recorded with all that a receiver would get; what is rolled back is not sent. */
class SentMessagesAreRecordedTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    @RegisterExtension
    static final QuarkusUnitTest APP = TesterApp.app(SentMessagesAreRecordedTest.class, Map.of(
            "destinations.erp.url", "http://erp.invalid/orders",
            "destinations.erp.headers.Authorization", "Bearer s3cret",
            "destinations.crm.channel", "memory",
            "destinations.web.url", "http://web.invalid/"));

    @Inject
    Orders orders;

    @Inject
    LocalTaskTester tester;

    @AfterEach
    void reset() {
        tester.reset();
    }

    @Test
    void annotatedMethodSendsItsResult() {
        orders.place("4711");
        tester.awaitIdle(SOON);

        assertThat(tester.sent("erp")).singleElement().satisfies(message -> {
            assertThat(message.taskId()).isEqualTo("erp:order:4711");
            assertThat(message.name()).isEqualTo("order");
            assertThat(message.destination()).isEqualTo("erp");
            assertThat(message.attempt()).isEqualTo(1);
            assertThat(message.text()).isEqualTo("{\"id\":\"4711\",\"quantity\":3}");
            assertThat(message.json(Orders.Order.class)).isEqualTo(new Orders.Order("4711", 3));
            assertThat(message.contentType()).isEqualTo("application/json");
            assertThat(message.headers()).isEmpty();
            assertThat(message.target()).isEmpty();
            assertThat(message).asString().doesNotContain("quantity");
        });
        assertThat(orders.status("erp:order:4711")).isEqualTo(TaskStatus.SUCCEEDED);
    }

    @Test
    void messagesComeInOrderAndByDestination() {
        orders.send(TaskMessage.to("crm").id("1").payload(new byte[] { 0, 1 }).header("Kind", "raw").routingKey("a.b"));
        tester.awaitIdle(SOON);
        orders.place("2");
        tester.awaitIdle(SOON);

        assertThat(tester.sent()).extracting(SentMessage::taskId).containsExactly("1", "erp:order:2");
        assertThat(tester.sent("crm")).singleElement().satisfies(message -> {
            assertThat(message.payload()).containsExactly(0, 1);
            assertThat(message.headers()).containsExactly(Map.entry("Kind", "raw"));
            assertThat(message.target()).containsExactly(Map.entry(Delivery.ROUTING_KEY, "a.b"));
            assertThatIllegalStateException().isThrownBy(() -> message.json(Orders.Order.class))
                    .withMessageContaining("task '1' to destination 'crm'");
            message.payload()[0] = 7;
            assertThat(message.payload()).containsExactly(0, 1);
        });
    }

    @Test
    void rolledBackTransactionSendsNothing() {
        assertThatIllegalStateException().isThrownBy(() -> orders.placeAndFail("5"));
        tester.awaitIdle(SOON);
        tester.retryNow();
        assertThat(tester.sent()).isEmpty();
        assertThat(orders.status("5")).isNull();
    }

    @Test
    void resetMakesRoomForTheSameIds() {
        tester.failNext("erp", 3, Outcome.failed("not me"));
        orders.place("6");
        tester.awaitIdle(SOON);
        assertThat(orders.status("erp:order:6")).isEqualTo(TaskStatus.FAILED);

        tester.reset();
        assertThat(orders.status("erp:order:6")).isNull();
        orders.place("6");
        tester.awaitIdle(SOON);
        assertThat(tester.sent()).singleElement().extracting(SentMessage::attempt).isEqualTo(1);

        tester.reset();
        assertThat(tester.sent()).isEmpty();
    }

    @Test
    void wrongArgumentsSayWhatIsRight() {
        assertThatIllegalArgumentException().isThrownBy(() -> tester.sent("epr"))
                .withMessageContainingAll("'epr'", "[crm, erp, web]");
        assertThatIllegalArgumentException().isThrownBy(() -> tester.failNext("web", 1, Outcome.failed("no")))
                .withMessageContaining("set %test.quarkus.local-task.destinations.web.channel=memory");
        assertThatIllegalArgumentException().isThrownBy(() -> tester.sent("http://anywhere/"))
                .withMessageContaining("set %test.quarkus.local-task.ad-hoc.channel=memory");
        assertThatIllegalArgumentException().isThrownBy(() -> tester.failNext("erp", 0, Outcome.failed("no")))
                .withMessageContaining("at least 1");
        assertThatIllegalArgumentException().isThrownBy(() -> tester.failNext("erp", 1, Outcome.succeeded()))
                .withMessageContaining("Outcome.failed");
    }
}
