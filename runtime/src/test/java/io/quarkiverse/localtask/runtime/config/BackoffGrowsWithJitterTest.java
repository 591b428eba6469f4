package io.quarkiverse.localtask.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Test;

class BackoffGrowsWithJitterTest {

    private final RetryPolicy policy = new RetryPolicy(5, Duration.ofSeconds(10), 2, Duration.ofMinutes(1), 0.2);

    @Test
    void upToTheLongestWait() {
        assertThat(policy.delayAfter(1, () -> 0.5)).isEqualTo(Duration.ofSeconds(10));
        assertThat(policy.delayAfter(3, () -> 0.5)).isEqualTo(Duration.ofSeconds(40));
        assertThat(policy.delayAfter(4, () -> 0.5)).isEqualTo(Duration.ofMinutes(1));
        assertThat(policy.delayAfter(10_000, () -> 0.5)).as("no overflow").isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void withinItsShare() {
        assertThat(policy.delayAfter(1, () -> 0)).isEqualTo(Duration.ofSeconds(8));
        assertThat(policy.delayAfter(1, () -> 1)).isEqualTo(Duration.ofSeconds(12));
    }

    @Test
    void andHonoursWhatTheReceiverAsksForWithinBounds() {
        assertThat(policy.delayAfter(1, Duration.ofSeconds(30), () -> 0.5)).isEqualTo(Duration.ofSeconds(30));
        assertThat(policy.delayAfter(1, Duration.ofSeconds(1), () -> 0.5)).isEqualTo(Duration.ofSeconds(10));
        assertThat(policy.delayAfter(1, Duration.ofDays(3650), () -> 0.5)).as("ten years").isEqualTo(Duration.ofMinutes(1));
        assertThat(policy.delayAfter(1, null, () -> 0.5)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void andEnds() {
        assertThat(policy.isExhausted(4)).isFalse();
        assertThat(policy.isExhausted(5)).isTrue();
        assertThat(new RetryPolicy(0, Duration.ofSeconds(1), 1, Duration.ofSeconds(1), 0).isExhausted(1_000_000)).isFalse();
    }
}
