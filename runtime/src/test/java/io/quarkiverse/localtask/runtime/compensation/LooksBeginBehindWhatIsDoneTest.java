package io.quarkiverse.localtask.runtime.compensation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

/** Promise 10: between laps a look at the retry lane begins behind the entries of what is done, however long they are kept. */
class LooksBeginBehindWhatIsDoneTest {

    private static final Instant LAP = Instant.parse("2026-11-30T12:00:00Z");
    private static final int[] HOUSES = { 3, 7 };

    private long now = Long.MAX_VALUE - 5;
    private final DueTimes times = new DueTimes(() -> now);

    @Test
    void butNeverBeforeALap() {
        assertThat(times.seen()).isEqualTo(Instant.MIN);
        assertThat(times.ofRetries("erp", HOUSES)).containsExactly(Instant.MIN, Instant.MIN);
        assertThat(times.ofSuspects()).isEqualTo(Instant.MIN);
    }

    @Test
    void whereNothingIsLeft() {
        times.startLap(LAP);
        now += Duration.ofSeconds(20).toNanos();
        Instant seen = times.seen();
        times.nothingLeft("erp", 7, seen);
        times.noSuspects(seen);
        assertThat(times.ofRetries("erp", HOUSES)).as("by the database's clock, with a margin for late commits")
                .containsExactly(Instant.MIN, LAP.plusSeconds(15));
        assertThat(times.ofRetries("wms", HOUSES)).containsExactly(Instant.MIN, Instant.MIN);
        assertThat(times.ofSuspects()).isEqualTo(LAP.plusSeconds(15));
    }

    @Test
    void untilTheNextLap() {
        times.startLap(LAP);
        times.nothingLeft("erp", 3, times.seen());
        times.noSuspects(times.seen());
        times.startLap(LAP.plusSeconds(60));
        assertThat(times.ofRetries("erp", HOUSES)).containsExactly(Instant.MIN, Instant.MIN);
        assertThat(times.ofSuspects()).isEqualTo(Instant.MIN);
    }
}
