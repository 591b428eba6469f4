package io.quarkiverse.localtask.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;
import io.quarkiverse.localtask.spi.Outcome;

/** Promise 7: a dead destination is probed at its own pace, and is not fallen upon when it comes back. */
class DeadDestinationIsProbedTest {

    private static final int CONCURRENCY = 20;
    private static final TaskInHand TASK = TaskInHand.fresh(1, "t1", "name", destination("erp", "test", CONCURRENCY),
            new byte[0],
            "text/plain", Map.of(), Map.of(), 0, new Origin(0, null));

    private long now = Long.MAX_VALUE - Duration.ofSeconds(3).toNanos();
    private final Pace pace = pace("erp", CONCURRENCY);

    @Test
    void aFewFailuresChangeNothing() {
        fail(CONCURRENCY - 1);
        assertThat(pace.limit()).isEqualTo(CONCURRENCY);
        pace.ended(TASK, Outcome.succeeded(), 1);
        fail(CONCURRENCY - 1);
        assertThat(pace.limit()).as("failures in a row count, not those before a success").isEqualTo(CONCURRENCY);
    }

    @Test
    void manyInARowLeaveOneAttemptNowAndThen() {
        fail(CONCURRENCY);
        assertThat(pace.limit()).isZero();
        pass(Duration.ofMillis(999));
        assertThat(pace.isProbeDue()).isFalse();
        pass(Duration.ofMillis(1));
        probe("a probe after 1 s");
        pass(Duration.ofMillis(1_999));
        assertThat(pace.isProbeDue()).isFalse();
        pass(Duration.ofMillis(1));
        probe("the next one after 2 s");
        for (int probe = 0; probe < 10; probe++) {
            fail(1);
            pass(Duration.ofSeconds(10));
            probe("never less often than every 10 s");
        }
    }

    private void probe(String what) {
        assertThat(pace.isProbeDue()).as(what).isTrue();
        pace.started();
        assertThat(pace.isProbeDue()).as("one is enough").isFalse();
    }

    @Test
    void failuresOfAttemptsThatWereUnderWayDoNotDelayTheProbe() {
        fail(CONCURRENCY);
        pass(Duration.ofMillis(500));
        fail(10);
        pass(Duration.ofMillis(500));
        assertThat(pace.isProbeDue()).isTrue();
    }

    @Test
    void anAnswerOpensItLittleByLittle() {
        fail(CONCURRENCY);
        pass(Duration.ofSeconds(1));
        probe("a probe");
        assertThat(pace.ended(TASK, Outcome.succeeded(), 1)).as("there is more room").isTrue();
        assertThat(pace.limit()).isEqualTo(2);
        for (int limit = 3; limit <= CONCURRENCY; limit++) {
            assertThat(pace.ended(TASK, Outcome.succeeded(), 1)).isTrue();
            assertThat(pace.limit()).isEqualTo(limit);
        }
        assertThat(pace.ended(TASK, Outcome.succeeded(), 1)).as("that was all").isFalse();
        assertThat(pace.limit()).isEqualTo(CONCURRENCY);
        assertThat(pace.isProbeDue()).isFalse();
    }

    @Test
    void probesThatHangDoNotHoldBackTheOthers() {
        fail(CONCURRENCY);
        pass(Duration.ofSeconds(1));
        probe("hangs");
        pass(Duration.ofSeconds(2));
        probe("hangs too");
        pace.ended(TASK, Outcome.succeeded(), 3);
        assertThat(pace.limit()).as("two besides those that hang").isEqualTo(2 + 2);
    }

    @Test
    void aRelapseClosesItAtOnce() {
        fail(CONCURRENCY);
        pass(Duration.ofSeconds(1));
        probe("a probe");
        pace.ended(TASK, Outcome.succeeded(), 1);
        fail(2);
        assertThat(pace.limit()).isZero();
        assertThat(pace.isProbeDue()).isFalse();
    }

    @Test
    void aRefusalOfOneMessageIsASignOfLife() {
        for (int i = 0; i < 10 * CONCURRENCY; i++) {
            pace.ended(TASK, i % 2 == 0 ? Outcome.refused("HTTP 400") : Outcome.rejected("HTTP 410"), 1);
        }
        assertThat(pace.limit()).isEqualTo(CONCURRENCY);
    }

    @Test
    void whoAsksByHandDoesNotWait() {
        fail(CONCURRENCY);
        pace.reset();
        assertThat(pace.limit()).isEqualTo(CONCURRENCY);
    }

    @Test
    void aSlowLaneNeedsMoreThanItsConcurrency() {
        Pace narrow = pace("erp", 1);
        for (int i = 0; i < 15; i++) {
            narrow.ended(TASK, Outcome.failed("down"), 1);
        }
        assertThat(narrow.limit()).isEqualTo(1);
        narrow.ended(TASK, Outcome.failed("down"), 1);
        assertThat(narrow.limit()).isZero();
    }

    @Test
    void oneDeadHostOfAnAdHocLaneSaysNothingAboutTheOthers() {
        Pace lane = pace("http:3", CONCURRENCY);
        for (int i = 0; i < 10 * CONCURRENCY; i++) {
            lane.ended(TASK, Outcome.failed("connection refused"), 1);
        }
        assertThat(lane.limit()).isEqualTo(CONCURRENCY);
    }

    @Test
    void nothingIsSentOutToMemoryAndSoItIsNeverDown() {
        Pace memory = new Pace(destination("erp", Destination.MEMORY, CONCURRENCY), () -> now, () -> 0.5);
        for (int i = 0; i < 10 * CONCURRENCY; i++) {
            memory.ended(TASK, Outcome.failed("told to fail"), 1);
        }
        assertThat(memory.limit()).isEqualTo(CONCURRENCY);
    }

    @Test
    void failuresFarApartAreNoRow() {
        for (int i = 0; i < 10 * CONCURRENCY; i++) {
            fail(1);
            pass(Duration.ofSeconds(61));
        }
        assertThat(pace.limit()).isEqualTo(CONCURRENCY);
    }

    private void fail(int attempts) {
        for (int i = 0; i < attempts; i++) {
            assertThat(pace.ended(TASK, Outcome.failed("connection refused"), 1)).isFalse();
        }
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private Pace pace(String name, int concurrency) {
        return new Pace(destination(name, "test", concurrency), () -> now, () -> 0.5);
    }

    private static Destination destination(String name, String channel, int concurrency) {
        return new Destination(name, channel, null, "POST", Map.of(), Optional.empty(), Duration.ofSeconds(10),
                concurrency, Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
                new RetryPolicy(3, Duration.ofSeconds(5), 2, Duration.ofHours(1), 0));
    }
}
