package io.quarkiverse.localtask.deployment.tester;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.event.TaskFailed;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.test.LocalTaskTester;
import io.quarkiverse.localtask.test.SentMessage;
import io.quarkus.test.QuarkusUnitTest;

/** Attempts fail on demand; a scan by hand takes what is due, and a retry by hand also what waits for an hour. */
class FailedAttemptsAreRetriedNowTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    @RegisterExtension
    static final QuarkusUnitTest APP = TesterApp.app(FailedAttemptsAreRetriedNowTest.class, Map.of(
            "destinations.erp.concurrency", "4",
            "destinations.hasty.channel", "memory",
            "destinations.hasty.retry.initial-delay", "1ms",
            "destinations.hasty.retry.max-attempts", "3"), Failures.class);

    @Inject
    Orders orders;

    @Inject
    LocalTaskTester tester;

    @Inject
    Failures failures;

    @BeforeEach
    void reset() {
        tester.reset();
        failures.reasons.clear();
    }

    @Test
    void retryNowNeedsNoBackoff() {
        tester.failNext("erp", 2, Outcome.failed("erp is down"));
        orders.place("1");
        tester.awaitIdle(SOON);
        assertThat(orders.status("erp:order:1")).isEqualTo(TaskStatus.FAILED);
        assertThat(tester.sent()).isEmpty();
        assertThat(failures.reasons).containsExactly("erp is down");

        tester.scanNow();
        assertThat(orders.status("erp:order:1")).as("not due for an hour").isEqualTo(TaskStatus.FAILED);
        assertThat(failures.reasons).hasSize(1);

        tester.retryNow();
        assertThat(failures.reasons).hasSize(2);
        tester.retryNow();
        assertThat(tester.sent("erp")).singleElement().extracting(SentMessage::attempt).isEqualTo(3);
        assertThat(orders.status("erp:order:1")).isEqualTo(TaskStatus.SUCCEEDED);
    }

    @Test
    void scanNowTakesWhatIsDueOnce() {
        tester.failNext("hasty", 3, Outcome.failed("no"));
        orders.send(TaskMessage.to("hasty").id("2").payload("x"));
        awaitDue("2");

        tester.scanNow();
        assertThat(failures.reasons).as("one attempt, although it is due again in a millisecond").hasSize(2);
        awaitDue("2");
        tester.scanNow();
        assertThat(orders.status("2")).isEqualTo(TaskStatus.DEAD);
    }

    @Test
    void rejectedTaskIsDead() {
        tester.failNext("erp", 1, Outcome.rejected("no such customer"));
        orders.place("3");
        tester.awaitIdle(SOON);
        assertThat(orders.status("erp:order:3")).isEqualTo(TaskStatus.DEAD);
        tester.retryNow();
        assertThat(tester.sent()).isEmpty();
    }

    @Test
    void delayedTaskIsSentNow() {
        orders.send(TaskMessage.to("erp").id("4").payload("later").delay(Duration.ofDays(2)));
        tester.awaitIdle(SOON);
        tester.scanNow();
        assertThat(tester.sent()).isEmpty();
        tester.retryNow();
        assertThat(tester.sent()).extracting(SentMessage::text).containsExactly("later");
    }

    @Test
    void moreThanThereIsRoomFor() {
        tester.failNext("erp", 50, Outcome.failed("no"));
        IntStream.range(0, 50).forEach(i -> orders.place("many-" + i));
        tester.awaitIdle(SOON);
        assertThat(tester.sent()).isEmpty();
        tester.retryNow();
        assertThat(tester.sent()).extracting(SentMessage::attempt).hasSize(50).containsOnly(2);
    }

    /* By a look of its own at whether the wait of a millisecond is over: the tester must not be asked about itself. */
    private void awaitDue(String id) {
        Awaitility.await().atMost(SOON).pollInterval(Duration.ofMillis(10)).until(() -> orders.find(id)
                .filter(task -> task.status() == TaskStatus.FAILED && task.nextAttemptTime().isBefore(Instant.now()))
                .isPresent());
    }

    @Singleton
    public static class Failures {

        final List<String> reasons = new CopyOnWriteArrayList<>();

        void failed(@Observes TaskFailed event) {
            reasons.add(event.reason());
        }
    }
}
