package io.quarkiverse.localtask.runtime.compensation;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * From which due time on the next look at the retry lane, and for suspects, has anything to find. Behind a look that left
 * nothing
 * lie dead index entries, which a database keeps for as long as somebody holds an old snapshot; between laps a look begins
 * behind
 * them.
 * <p>
 * Rows are given due times that lie ahead, or now; what is committed later than its due time by more than {@link #MARGIN} is
 * found
 * by the next lap, which begins at the beginning. Times are the database's: its clock is read once a lap.
 */
final class DueTimes {

    /** How long a transaction may take that makes a row due at once: a redelivery, a row that moves to the retry lane. */
    static final Duration MARGIN = Duration.ofSeconds(5);

    private final LongSupplier clock;
    private final Map<String, Map<Integer, Instant>> retries = new HashMap<>();
    private Instant suspects = Instant.MIN;
    private Instant lapTime = Instant.MIN;
    private long lapStart;

    /** @param clock nanoseconds, monotonic */
    DueTimes(LongSupplier clock) {
        this.clock = clock;
        this.lapStart = clock.getAsLong();
    }

    /** @param databaseTime the database's clock, read just now */
    void startLap(Instant databaseTime) {
        retries.clear();
        suspects = Instant.MIN;
        lapTime = databaseTime;
        lapStart = clock.getAsLong();
    }

    /** @return up to when a look that begins now sees everything that is due; to be asked before it */
    Instant seen() {
        return lapTime.equals(Instant.MIN) ? Instant.MIN : lapTime.plusNanos(clock.getAsLong() - lapStart).minus(MARGIN);
    }

    /** @return for each house the due time before which nothing is left */
    Instant[] ofRetries(String destination, int[] houses) {
        Map<Integer, Instant> known = retries.getOrDefault(destination, Map.of());
        return Arrays.stream(houses).mapToObj(house -> known.getOrDefault(house, Instant.MIN)).toArray(Instant[]::new);
    }

    /** A look has read this house to its end and left nothing. */
    void nothingLeft(String destination, int house, Instant seen) {
        retries.computeIfAbsent(destination, name -> new HashMap<>()).put(house, seen);
    }

    Instant ofSuspects() {
        return suspects;
    }

    /** A look has found no suspects of any destination. */
    void noSuspects(Instant seen) {
        suspects = seen;
    }
}
