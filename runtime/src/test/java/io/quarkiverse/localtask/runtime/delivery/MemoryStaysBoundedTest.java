package io.quarkiverse.localtask.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.QueueConfig;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;
import io.smallrye.mutiny.Uni;

/** Promise 10: whatever the backlog, a bounded number of tasks, bytes and ids waits in memory. */
class MemoryStaysBoundedTest {

    private final Destination stuck = destination("stuck");
    private final Destination other = destination("other");
    private final OutcomeWriter outcomes = new OutcomeWriter(null, null, Completion.MARK, new GivenOutcomes(Duration.ZERO, 100),
            8, event -> {
            }, DeliveryListener.NONE);
    private final Attempts attempts = new Attempts(outcomes, null, DeliveryListener.NONE);
    private Dispatcher dispatcher;

    @AfterEach
    void stop() throws InterruptedException {
        dispatcher.stopTaking();
        attempts.stop();
    }

    @Test
    void whileNothingIsAnswered() {
        start(new GivenQueue(10, 15, 1_000_000, 20));
        for (int id = 1; id <= 1_000; id++) {
            dispatcher.handOver(task(id, stuck, 100));
        }
        assertThat(dispatcher.waiting()).as("tasks: concurrency and the lane's queue at most").isLessThanOrEqualTo(4 + 10);
        assertThat(dispatcher.spilled()).as("ids").isEqualTo(20);

        dispatcher.handOver(task(2_000, other, 100));
        assertThat(dispatcher.spilled()).as("a destination with a free slot is not kept waiting by another one").isEqualTo(20);
    }

    @Test
    void alsoInBytes() {
        start(new GivenQueue(1_000, 1_000, 10_000, 1_000));
        for (int id = 1; id <= 100; id++) {
            dispatcher.handOver(task(id, stuck, 1_000));
        }
        assertThat(dispatcher.waiting()).isLessThanOrEqualTo(4 + 10);
        assertThat(dispatcher.reserveForClaims("other", 100)).as("what is claimed fits into the slots").isEqualTo(4);
        assertThat(dispatcher.reserveForClaims("other", 100)).as("and is not given twice").isZero();
    }

    private void start(QueueConfig bounds) {
        dispatcher = new Dispatcher(List.of(stuck, other),
                destination -> new Channel.Direct(delivery -> Uni.createFrom().nothing()), bounds, attempts, outcomes,
                DeliveryListener.NONE);
        List<String> room = new ArrayList<>();
        dispatcher.start(room::add);
    }

    private static TaskInHand task(long id, Destination destination, int bytes) {
        return TaskInHand.fresh(id, "t" + id, "name", destination, new byte[bytes], "text/plain", Map.of(), Map.of(),
                System.nanoTime() + Duration.ofHours(1).toNanos(), new Origin(0, null));
    }

    private static Destination destination(String name) {
        return new Destination(name, "test", null, "POST", Map.of(), Optional.empty(), Duration.ofMinutes(1), 4,
                Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
                new RetryPolicy(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0));
    }
}
