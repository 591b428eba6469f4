package io.quarkiverse.localtask.runtime.compensation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.compensation.Worker.Work;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;
import io.quarkiverse.localtask.runtime.config.Shard;
import io.quarkiverse.localtask.runtime.delivery.Attempts;
import io.quarkiverse.localtask.runtime.delivery.Channel;
import io.quarkiverse.localtask.runtime.delivery.DeliveryListener;
import io.quarkiverse.localtask.runtime.delivery.Dispatcher;
import io.quarkiverse.localtask.runtime.delivery.GivenOutcomes;
import io.quarkiverse.localtask.runtime.delivery.GivenQueue;
import io.quarkiverse.localtask.runtime.delivery.OutcomeWriter;
import io.smallrye.mutiny.Uni;

/**
 * Of two shards, one has reserved all room and waits for the database; the other one must not say that the scan works again.
 */
class LookWithoutRoomTellsNothingOfTheDatabaseTest {

    private final Destination destination = new Destination("partner", "test", null, "POST", Map.of(), Optional.empty(),
            Duration.ofMinutes(1), 1, Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
            new RetryPolicy(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0));
    private final OutcomeWriter outcomes = new OutcomeWriter(null, null, Completion.MARK, new GivenOutcomes(Duration.ZERO, 1),
            1, event -> {
            }, DeliveryListener.NONE);
    private final Dispatcher dispatcher = new Dispatcher(List.of(destination),
            any -> new Channel.Direct(delivery -> Uni.createFrom().nothing()), new GivenQueue(1, 1, 10, 1),
            new Attempts(outcomes, null, DeliveryListener.NONE), outcomes, DeliveryListener.NONE);
    private final Shard shard = new Shard("other", new int[] { 0 }, false, Optional.empty(), Optional.of(Duration.ofSeconds(1)),
            10, true);
    private final ShardScan scan = new ShardScan(shard, 1, Duration.ofMinutes(1), null, null, dispatcher, outcomes, null,
            new SuspectGate(),
            new LateHeads(Duration.ofMinutes(1), System::nanoTime));

    @AfterEach
    void stop() throws InterruptedException {
        dispatcher.stopTaking();
    }

    @Test
    void whichIsNotAsked() throws Exception {
        dispatcher.start(room -> {
        });
        assertThat(dispatcher.reserveForClaims("partner", 1)).isOne();
        ShardScanner scanner = new ShardScanner(shard, scan, () -> true);
        scanner.tick();
        assertThat(scanner.work()).isEqualTo(Work.NONE);
    }
}
