package io.quarkiverse.localtask.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;
import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.Uni;

/** Promises 7 and 10: who may be sent and claimed while others hang, are large, or have just given their room back. */
class RoomOfALaneTest {

    private static final int CONCURRENCY = 512;
    private static final int GIVEN = 64;
    private static final int BYTES = 400_000;
    private static final int QUEUE = 10_000;

    private final Destination destination = new Destination("partner", "test", null, "POST", Map.of(), Optional.empty(),
            Duration.ofSeconds(5), CONCURRENCY, Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
            new RetryPolicy(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0));

    @Test
    void callsThatHangLeaveTheOthersTheirSlots() {
        DestinationLane lane = adaptiveLane();
        int slots = fill(lane);
        assertThat(slots).isEqualTo(InFlightLimit.START);
        for (int i = 0; i < 10; i++) {
            lane.overdue();
        }
        assertThat(fill(lane)).isEqualTo(10);
        for (int i = 0; i < CONCURRENCY; i++) {
            lane.overdue();
        }
        assertThat(fill(lane)).as("as long as there are any").isEqualTo(CONCURRENCY - slots - 10);
    }

    @Test
    void fewOfLargePayloadsAreClaimedAhead() {
        assertThat(claimableAfter(1)).isEqualTo(GIVEN + QUEUE);
        int large = claimableAfter(10_000);
        assertThat(large).as("a quarter of the bytes").isBetween(GIVEN + 1, GIVEN + BYTES / 4 / 10_000 + 2);
    }

    @Test
    void roomThatIsGivenBackIsToldOf() throws InterruptedException {
        OutcomeWriter outcomes = new OutcomeWriter(null, null, Completion.MARK, new GivenOutcomes(Duration.ZERO, 1_000), 8,
                event -> {
                }, DeliveryListener.NONE);
        Dispatcher dispatcher = new Dispatcher(List.of(destination), any -> new Channel.Direct(
                delivery -> Uni.createFrom().item(Outcome.succeeded())), new GivenQueue(3, 3, 1_000, 1_000),
                new Attempts(outcomes, null, DeliveryListener.NONE), outcomes, DeliveryListener.NONE);
        List<String> told = new CopyOnWriteArrayList<>();
        dispatcher.start(told::add);
        try {
            int all = dispatcher.reserveForClaims("partner", Integer.MAX_VALUE);
            assertThat(dispatcher.withRoom()).isEmpty();
            dispatcher.releaseClaims("partner", all);
            assertThat(told).as("another shard may have found none meanwhile").containsExactly("partner");
        } finally {
            dispatcher.stopTaking();
        }
    }

    private DestinationLane adaptiveLane() {
        Destination adaptive = new Destination(destination.name(), "test", null, "POST", Map.of(), Optional.empty(),
                destination.timeout(), CONCURRENCY, destination.connectTimeout(), Optional.empty(), Optional.empty(),
                destination.retry(), destination.mq(), true);
        return new DestinationLane(adaptive, null, QUEUE, BYTES);
    }

    private static int fill(DestinationLane lane) {
        int started = 0;
        while (lane.hasFreeSlot()) {
            lane.started();
            started++;
        }
        return started;
    }

    /** @return how many tasks may be claimed once the lane has sent many of this size, very fast */
    private int claimableAfter(int payload) {
        DestinationLane lane = new DestinationLane(new Destination("fixed", "test", null, "POST", Map.of(), Optional.empty(),
                Duration.ofSeconds(5), GIVEN, Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
                destination.retry()), null, QUEUE, BYTES);
        for (int i = 0; i < 1_000; i++) {
            lane.reserveClaims(1);
            lane.add(new TaskInHand(i, "t" + i, "name", destination, new byte[payload], "text/plain", Map.of(), Map.of(), 1, 1,
                    true, Long.MAX_VALUE, new Origin(0, null), TaskInHand.NOTHING));
            TaskInHand task = lane.next();
            lane.started();
            lane.learned(task, Outcome.succeeded());
            lane.ended();
            lane.left(task);
        }
        return lane.freeForClaims();
    }
}
