package io.quarkiverse.localtask.deployment.tester;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkiverse.localtask.test.SentMessage;
import io.quarkus.test.junit.QuarkusTest;

/** What continuous testing runs, in {@link ContinuousTestingTest}. */
@QuarkusTest
public class OrdersET {

    @Inject
    Orders orders;

    @Inject
    LocalTaskTester tester;

    @Test
    void orderIsSentOnce() {
        assertThat(tester.sent()).as("of an earlier run").isEmpty();
        tester.reset();
        tester.failNext("erp", 1, Outcome.failed("down"));
        orders.place("1");
        tester.awaitIdle(Duration.ofSeconds(10));
        tester.retryNow();
        assertThat(tester.sent()).extracting(SentMessage::text).containsExactly("{\"id\":\"1\",\"quantity\":3}");
    }
}
