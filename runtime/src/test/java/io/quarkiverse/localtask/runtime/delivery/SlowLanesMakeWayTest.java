package io.quarkiverse.localtask.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;

/** Promise 7: rows of a destination that has no room stay in others' way only while it has just begun, or is fast. */
class SlowLanesMakeWayTest {

    private final DestinationLane lane = new DestinationLane(
            new Destination("slow", "test", null, "POST", Map.of(), Optional.empty(), Duration.ofMinutes(1), 1,
                    Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
                    new RetryPolicy(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0)),
            null, 10, 1_000);

    @Test
    void alsoOneThatIsEmptyForAMomentAfterEachTask() {
        lane.reserveClaims(1);
        assertThat(lane.hasRoomSoon()).as("has just begun").isTrue();
        await().pollInterval(Duration.ofMillis(10)).atMost(Duration.ofSeconds(20)).until(() -> {
            lane.release(1);
            lane.reserveClaims(1);
            return !lane.hasRoomSoon();
        });
    }
}
