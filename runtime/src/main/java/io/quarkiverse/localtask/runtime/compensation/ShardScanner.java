package io.quarkiverse.localtask.runtime.compensation;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.quarkiverse.localtask.runtime.compensation.ShardScan.Result;
import io.quarkiverse.localtask.runtime.config.Shard;

/**
 * The scan loop of one shard, on a thread named after it. A tick of its schedule wakes it; it then works until nothing is due.
 * When destinations are full it waits for room instead of for the next tick. A shard whose delay is shorter than the scheduler
 * can do ticks by itself.
 */
final class ShardScanner extends Worker {

    /** A tick is what wakes it; this only bounds a lost signal. */
    private static final Duration LONGEST_IDLE = Duration.ofHours(1);
    private static final int MOST_PASSES_FOR_NOTHING = 3;
    /** The scheduler's resolution. */
    private static final Duration SHORTEST_SCHEDULE = Duration.ofSeconds(1);

    private final Shard shard;
    private final ShardScan scan;
    private final Readiness readiness;
    private volatile boolean ticked;
    private volatile boolean suspectDone;
    private volatile boolean roomMade;
    private final Set<String> roomFor = ConcurrentHashMap.newKeySet();
    private final Runnable onSuspectDone = this::suspectDone;
    private boolean goingOn;
    private int passesForNothing;
    private volatile Set<String> awaited = Set.of();
    private final Duration ownPace;
    /** By its first tick, which comes when the application has started. */
    private volatile boolean armed;
    private long nextOwnTick = System.nanoTime();
    private int contentions;
    private int moved;
    private volatile Finished finished;

    /** A scan that has seen its lanes to their end. */
    private record Finished(long at, int moved) {
    }

    ShardScanner(Shard shard, ShardScan scan, Readiness readiness) {
        super("scan of shard '" + shard.name() + "'", "local-task-shard-" + shard.name(), ownPace(shard).orElse(LONGEST_IDLE));
        this.shard = shard;
        this.scan = scan;
        this.readiness = readiness;
        this.ownPace = ownPace(shard).orElse(null);
    }

    private static Optional<Duration> ownPace(Shard shard) {
        return shard.fixedDelay().filter(delay -> delay.compareTo(SHORTEST_SCHEDULE) < 0);
    }

    /** Its schedule says: look. */
    void tick() {
        armed = true;
        ticked = true;
        wake();
    }

    private void tickByItself() {
        long now = System.nanoTime();
        if (ownPace != null && armed && nextOwnTick - now <= 0) {
            nextOwnTick = now + ownPace.toNanos();
            ticked = true;
        }
    }

    private void suspectDone() {
        suspectDone = true;
        wake();
    }

    /** A destination has room again: go on if the last look did not ask for it for lack of room. */
    void room(String destination) {
        if (awaited.contains(destination)) {
            roomFor.add(destination);
            room();
        }
    }

    /** There is room again for outcomes: nothing was asked for meanwhile. */
    void room() {
        if (!awaited.isEmpty()) {
            roomMade = true;
            wake();
        }
    }

    @Override
    Work work() throws SQLException {
        tickByItself();
        if (!ticked && !suspectDone && !roomMade && !goingOn) {
            return Work.NONE;
        }
        // taken back before they are followed: what comes meanwhile is for the next turn
        if (ticked) {
            ticked = false;
            moved = 0;
            scan.startLook();
        }
        if (suspectDone) {
            suspectDone = false;
            scan.suspectsAgain();
        }
        roomMade = false;
        goingOn = false;
        List<String> again = List.copyOf(roomFor);
        again.forEach(roomFor::remove);
        scan.retriesAgain(again);
        if (!readiness.ensureReady()) {
            return Work.NONE;
        }
        // known before the look, so that room made meanwhile is not missed; and after it, for what filled up meanwhile
        Set<String> full = scan.withoutRoom();
        awaited = full;
        Result result = scan.pass(onSuspectDone);
        Set<String> later = new HashSet<>(full);
        later.addAll(scan.withoutRoom());
        later.addAll(scan.passedOver());
        awaited = later;
        moved += result.moved();
        if (result.moved() > 0) {
            contentions = 0;
            passesForNothing = 0;
            goingOn = true;
        } else if (result.contended()) {
            // locked rows, or another instance at the same ones: look again soon, but not in a rush
            sleep(Duration.ofMillis((long) (Math.min(1_000, 25L << Math.min(contentions++, 6)) * (0.5 + Math.random()))));
            ticked = true;
        } else if (scan.hasRoomForPassedOver() && passesForNothing++ < MOST_PASSES_FOR_NOTHING) {
            // it came before it was awaited
            goingOn = true;
        } else {
            contentions = 0;
            passesForNothing = 0;
            if (!result.asked()) {
                return Work.NONE;
            }
            finished = new Finished(System.nanoTime(), moved);
            return Work.DONE;
        }
        return Work.MORE;
    }

    ShardStatus status() {
        Finished last = finished;
        return new ShardStatus(shard, true,
                Optional.ofNullable(last).map(scan -> Duration.ofNanos(System.nanoTime() - scan.at())),
                last == null ? 0 : last.moved());
    }
}
