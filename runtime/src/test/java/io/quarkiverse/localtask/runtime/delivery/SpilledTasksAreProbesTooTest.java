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

/** Promise 1: a destination that is down is probed again, also where nothing waits for it but ids, and no scan comes along. */
class SpilledTasksAreProbesTooTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final Destination down = new Destination("down", "test", null, "POST", Map.of(), Optional.empty(),
            Duration.ofSeconds(5), 2, Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
            new RetryPolicy(0, Duration.ofMillis(300), 2, Duration.ofMillis(300), 0));
    private final OutcomeWriter outcomes = new OutcomeWriter(null, null, Completion.MARK,
            new GivenOutcomes(Duration.ZERO, 1_000), 8, event -> {
            }, DeliveryListener.NONE);
    private final Attempts attempts = new Attempts(outcomes, null, DeliveryListener.NONE);
    private final Dispatcher dispatcher = new Dispatcher(List.of(down),
            any -> new Channel.Direct(delivery -> Uni.createFrom().item(Outcome.failed("down"))),
            new GivenQueue(3, 3, 1_000, 1_000), attempts,
            outcomes, DeliveryListener.NONE);

    @AfterEach
    void stop() throws InterruptedException {
        dispatcher.stopTaking();
        attempts.stop();
    }

    @Test
    void oneAtATime() {
        close();
        spill(Duration.ofHours(1));
        await("the queue is used up by probes").atMost(SOON).until(() -> dispatcher.waiting() == 0);
        Spilled probe = await().atMost(SOON).until(dispatcher::takeSpilled, taken -> taken != null);
        assertThat(probe.tasks()).hasSize(1);
        assertThat(dispatcher.takeSpilled()).as("there is one on its way").isNull();
    }

    @Test
    void unlessTheirTimeIsOver() {
        close();
        spill(Duration.ofMillis(100));
        await().atMost(SOON).until(() -> dispatcher.takeSpilled() == null && dispatcher.spilled() == 0);
    }

    private void close() {
        dispatcher.start(room -> {
        });
        for (int id = 1; !dispatcher.withRoom().isEmpty(); id++) {
            handOver(id, Duration.ofHours(1));
            await().atMost(SOON).until(() -> dispatcher.waiting() == 0);
        }
    }

    private void spill(Duration left) {
        for (int id = 1_000; dispatcher.spilled() < 10; id++) {
            handOver(id, left);
        }
    }

    private void handOver(int id, Duration left) {
        dispatcher.handOver(TaskInHand.fresh(id, "t" + id, "name", down, new byte[1], "text/plain", Map.of(), Map.of(),
                System.nanoTime() + left.toNanos(), new Origin(0, null)));
    }
}
