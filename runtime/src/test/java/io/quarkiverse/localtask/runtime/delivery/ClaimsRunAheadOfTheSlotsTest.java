package io.quarkiverse.localtask.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;
import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.Uni;

/** The next batch is claimed while the last one is being sent: as many as a fast destination is done with meanwhile. */
class ClaimsRunAheadOfTheSlotsTest {

    private static final int QUEUE = 100;

    private final Destination destination = new Destination("fast", "test", null, "POST", Map.of(), Optional.empty(),
            Duration.ofMinutes(1), 64, Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
            new RetryPolicy(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0));
    private final OutcomeWriter outcomes = new OutcomeWriter(null, null, Completion.MARK,
            new GivenOutcomes(Duration.ZERO, 10_000), 64, event -> {
            }, DeliveryListener.NONE);
    private final Attempts attempts = new Attempts(outcomes, null, DeliveryListener.NONE);
    private final Dispatcher dispatcher = new Dispatcher(List.of(destination),
            any -> new Channel.Direct(delivery -> Uni.createFrom().item(Outcome.succeeded())),
            new GivenQueue(QUEUE, 10_000, 1_000_000, 1_000), attempts, outcomes, DeliveryListener.NONE);

    @AfterEach
    void stop() throws InterruptedException {
        dispatcher.stopTaking();
        attempts.stop();
    }

    @Test
    void onceItIsKnownHowFastItIs() {
        dispatcher.start(room -> {
        });
        assertThat(dispatcher.reserveForClaims("fast", 10_000)).as("at first: what starts at once").isEqualTo(64);
        dispatcher.releaseClaims("fast", 64);

        for (int id = 1; id <= 1_000; id++) {
            dispatcher.handOver(TaskInHand.fresh(id, "t" + id, "name", destination, new byte[1], "text/plain", Map.of(),
                    Map.of(), System.nanoTime() + Duration.ofHours(1).toNanos(), new Origin(0, null)));
            if (id % QUEUE == 0) {
                await().pollInterval(Duration.ofMillis(1)).atMost(Duration.ofSeconds(20))
                        .until(() -> dispatcher.waiting() == 0);
            }
        }
        assertThat(dispatcher.reserveForClaims("fast", 10_000)).as("then also what may wait here").isEqualTo(64 + QUEUE);
        assertThat(dispatcher.reserveForClaims("fast", 10_000)).as("but not twice").isZero();
    }
}
