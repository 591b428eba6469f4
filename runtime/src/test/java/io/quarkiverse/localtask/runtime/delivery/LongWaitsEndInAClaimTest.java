package io.quarkiverse.localtask.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;
import io.quarkiverse.localtask.runtime.store.SpilledTask;
import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.Uni;

/**
 * A fresh task that waited so long in memory that an attempt would outlast its grace is claimed by its id at once: no scan
 * would
 * find it before the grace is over, and its destination would have nothing to do.
 */
class LongWaitsEndInAClaimTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final Destination partner = new Destination("partner", "test", null, "POST", Map.of(), Optional.empty(),
            Duration.ofSeconds(5), 2, Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
            new RetryPolicy(0, Duration.ofMillis(300), 2, Duration.ofMillis(300), 0));
    private final OutcomeWriter outcomes = new OutcomeWriter(null, null, Completion.MARK,
            new GivenOutcomes(Duration.ZERO, 1_000), 8, event -> {
            }, DeliveryListener.NONE);
    private final Attempts attempts = new Attempts(outcomes, null, DeliveryListener.NONE);
    private final AtomicInteger sent = new AtomicInteger();
    private final Dispatcher dispatcher = new Dispatcher(List.of(partner),
            any -> new Channel.Direct(delivery -> {
                sent.incrementAndGet();
                return Uni.createFrom().item(Outcome.succeeded());
            }), new GivenQueue(3, 3, 1_000, 1_000), attempts, outcomes, DeliveryListener.NONE);

    @AfterEach
    void stop() throws InterruptedException {
        dispatcher.stopTaking();
        attempts.stop();
    }

    @Test
    void itsIdIsReadBack() {
        dispatcher.start(room -> {
        });
        // shorter than the destination's timeout
        dispatcher.handOver(TaskInHand.fresh(1, "t1", "name", partner, new byte[1], "text/plain", Map.of(), Map.of(),
                System.nanoTime() + Duration.ofSeconds(4).toNanos(), new Origin(0, null)));
        Spilled spilled = await().atMost(SOON).until(dispatcher::takeSpilled, taken -> taken != null);
        assertThat(spilled.tasks()).extracting(SpilledTask::taskId).containsExactly("t1");
        assertThat(sent).hasValue(0);
    }
}
