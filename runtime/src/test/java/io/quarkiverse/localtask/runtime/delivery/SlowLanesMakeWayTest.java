package io.quarkiverse.localtask.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;

/** Promise 7: rows of a destination that has no room stay in others' way only while it has just begun, or is fast. */
class SlowLanesMakeWayTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final Destination slow = new Destination("slow", "test", null, "POST", Map.of(), Optional.empty(),
            Duration.ofMinutes(1), 1, Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
            new RetryPolicy(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0));
    private final DestinationLane lane = new DestinationLane(slow, null, 10, 1_000);

    @Test
    void alsoOneThatIsEmptyForAMomentAfterEachTask() {
        add();
        assertThat(lane.hasRoomSoon()).as("has just begun").isTrue();
        becomesSlow();
    }

    @Test
    void oneThatIsOnlyLookedAtHasNotBegun() {
        add();
        becomesSlow();
        lane.left(lane.next());
        every10Ms().until(() -> {
            lane.release(lane.reserveClaims(1));
            return lane.hasRoomSoon();
        });
    }

    @Test
    void oneThatIsBusyWithItsOnlyTaskHasNotBegun() {
        add();
        lane.next();
        lane.started();
        every10Ms().until(() -> !lane.hasRoomSoon());
        add();
        assertThat(lane.hasRoomSoon()).isFalse();
    }

    private void becomesSlow() {
        every10Ms().until(() -> {
            lane.left(lane.next());
            add();
            return !lane.hasRoomSoon();
        });
    }

    private void add() {
        lane.reserveClaims(1);
        lane.add(new TaskInHand(1, "t", "name", slow, new byte[1], "text/plain", Map.of(), Map.of(), 1, 1, true,
                Long.MAX_VALUE, new Origin(0, null), TaskInHand.NOTHING));
    }

    private static ConditionFactory every10Ms() {
        return await().pollInterval(Duration.ofMillis(10)).atMost(SOON);
    }
}
