package io.quarkiverse.localtask.deployment.tester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.event.TaskSucceeded;
import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;

/** {@code awaitIdle} returns when everything is done and told; otherwise it says what is not. */
class AwaitIdleNamesWhatWaitsTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    @RegisterExtension
    static final QuarkusUnitTest APP = TesterApp.app(AwaitIdleNamesWhatWaitsTest.class, Map.of(
            "destinations.hasty.channel", "memory",
            "destinations.hasty.retry.initial-delay", "1ms",
            "destinations.slow.channel", "slow"), Slow.class, SlowObserver.class);

    @Inject
    Orders orders;

    @Inject
    LocalTaskTester tester;

    @Inject
    @Identifier("slow")
    Slow slow;

    @Inject
    SlowObserver observer;

    @Test
    void attemptUnderWay() {
        orders.send(TaskMessage.to("slow").id("hangs").name("report").payload("secret"));
        try {
            assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> tester.awaitIdle(Duration.ofMillis(300)))
                    .withMessageContainingAll("Not idle after 300 ms", "300 ms: 1 task waits in memory or is under way.\n",
                            "task 'hangs' (report) to destination 'slow': PENDING, leased until ")
                    .withMessageNotContaining("secret");
        } finally {
            slow.gate.countDown();
        }
        tester.awaitIdle(SOON);
        assertThat(orders.status("hangs")).isEqualTo(TaskStatus.SUCCEEDED);
        assertThat(observer.told).as("observers, too, have been told").isEqualTo("hangs");
    }

    @Test
    void dueTaskThatNoScanTakes() {
        tester.failNext("hasty", 1, Outcome.failed("hasty is down"));
        orders.send(TaskMessage.to("hasty").id("due").payload("x"));
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> tester.awaitIdle(Duration.ofMillis(50)))
                .withMessageContainingAll("task 'due' (hasty) to destination 'hasty': FAILED, due, attempts counted: 1,"
                        + " last error: hasty is down", "call scanNow()")
                .withMessageStartingWith("Not idle after 50 ms.\n"));
        tester.scanNow();
        tester.awaitIdle(SOON);
        assertThat(tester.sent("hasty")).hasSize(1);
    }

    @Singleton
    @Identifier("slow")
    public static class Slow implements BlockingTaskChannel {

        final CountDownLatch gate = new CountDownLatch(1);

        @Override
        public Outcome deliver(Delivery delivery) throws InterruptedException {
            gate.await();
            return Outcome.succeeded();
        }
    }

    @Singleton
    public static class SlowObserver {

        volatile String told;

        void succeeded(@Observes TaskSucceeded event) throws InterruptedException {
            if (event.destination().equals("slow")) {
                // long enough for a tester that does not wait for observers to have returned
                new CountDownLatch(1).await(300, TimeUnit.MILLISECONDS);
                told = event.taskId();
            }
        }
    }
}
