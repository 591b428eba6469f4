package io.quarkiverse.localtask.runtime.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.store.SpilledTask;
import io.quarkiverse.localtask.spi.Outcome;

/**
 * What waits for one destination and how much is under way. Filled by any thread, emptied by the dispatch thread.
 * <p>
 * {@code load} counts tasks from their admission, or from the reservation made before they are claimed, to the end of their
 * attempt.
 */
final class DestinationLane {

    /** What is claimed ahead is sent within this time, as things went last: so that no slot waits for the database. */
    private static final Duration AHEAD = Duration.ofMillis(500);
    /** So many attempts a second are fast: a backlog that is in others' way is out of it soon. */
    private static final int FAST = 100;
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    /** So long may such a backlog be in others' way at most. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Room is told of once in so many tasks that leave. */
    private static final int TOLD_EVERY = 16;

    private final Destination destination;
    private final Channel channel;
    private final int maxQueued;
    private final long maxBytesAhead;
    private final Pace pace;
    private final Queue<TaskInHand> claimed = new ConcurrentLinkedQueue<>();
    private final Queue<TaskInHand> fresh = new ConcurrentLinkedQueue<>();
    private final Queue<SpilledTask> spilled = new ConcurrentLinkedQueue<>();
    /** Of several scans at the same time only one brings a task for the probe. */
    private volatile boolean probeReserved;
    private volatile boolean paused;
    private final AtomicInteger load = new AtomicInteger();
    private final AtomicInteger claimedLoad = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger overdue = new AtomicInteger();
    private volatile long busySince;
    private volatile long lastLeft;
    /** A moving average: of big payloads fewer are claimed ahead. */
    private volatile double averageBytes = 1;
    private boolean freshNext;

    /** @param maxBytes of payload that may wait here and in all other lanes */
    DestinationLane(Destination destination, Channel channel, int maxQueued, long maxBytes) {
        this.maxBytesAhead = maxBytes / 4;
        this.lastLeft = System.nanoTime() - A_SECOND.toNanos();
        this.destination = destination;
        this.channel = channel;
        this.maxQueued = maxQueued;
        this.pace = new Pace(destination, System::nanoTime, Math::random);
    }

    Destination destination() {
        return destination;
    }

    Channel channel() {
        return channel;
    }

    /** A fresh task queues behind those that were spilled before it, and so is spilled itself. */
    boolean hasRoomForFresh() {
        return !paused && load.get() - claimedLoad.get() < pace.limit() + maxQueued && spilled.isEmpty();
    }

    /** @return whether it was paused, and is not any more */
    boolean pause(boolean pause) {
        boolean resumed = paused && !pause;
        paused = pause;
        return resumed;
    }

    /** Below its concurrency nothing waits here: what others have queued is no reason to keep a task from it. */
    boolean startsAtOnce() {
        return !paused && load.get() < pace.limit();
    }

    /**
     * How many tasks a scan may claim: for the free slots, and for those that will be free soon; and always an eighth of all
     * slots, so that a stream of fresh tasks never starves the retries.
     */
    int freeForClaims() {
        if (paused) {
            return 0;
        }
        int limit = pace.limit();
        if (limit == 0) {
            return mayProbe() && !probeReserved && fresh.isEmpty() && claimed.isEmpty() ? 1 : 0;
        }
        int share = Math.max(1, limit / 8) - claimedLoad.get();
        return Math.max(0, Math.max(limit + ahead() - load.get(), share));
    }

    /** Not more than may wait here in any case. */
    private int ahead() {
        return (int) Math.min(Math.min(maxQueued, pace.endIn(AHEAD)), maxBytesAhead / averageBytes);
    }

    /** @return whether it works, and has just begun, or is fast and not busy for long */
    boolean hasRoomSoon() {
        long busy = isIdle() ? 0 : System.nanoTime() - busySince;
        return !paused && pace.works()
                && (busy < A_SECOND.toNanos() || busy < PATIENCE.toNanos() && pace.endIn(A_SECOND) >= FAST);
    }

    /** A probe is due, and not all slots are held by attempts that hang. */
    private boolean mayProbe() {
        return pace.isProbeDue() && inFlight.get() < destination.concurrency();
    }

    /** How many spilled tasks may be read back: up to one round waits while another is under way. */
    int freeForSpilled() {
        if (paused) {
            return 0;
        }
        int limit = pace.limit();
        if (limit == 0) {
            return freeForClaims();
        }
        return Math.max(0, limit + Math.max(limit, ahead()) - load.get());
    }

    /** Takes room for claims, at most {@code max}; several scans that ask at once do not get the same room. */
    synchronized int reserveClaims(int max) {
        return reserve(Math.min(max, freeForClaims()));
    }

    /** Takes room for spilled tasks, at most {@code max}. */
    synchronized int reserveSpilled(int max) {
        return reserve(Math.min(max, freeForSpilled()));
    }

    private int reserve(int count) {
        if (count > 0 && pace.limit() == 0) {
            probeReserved = true;
        }
        claimedLoad.addAndGet(count);
        load.addAndGet(count);
        return count;
    }

    /** Gives back room that no task uses. */
    void release(int count) {
        if (count > 0) {
            probeReserved = false;
        }
        claimedLoad.addAndGet(-count);
        load.addAndGet(-count);
    }

    /** A claimed task comes with its room reserved. */
    void add(TaskInHand task) {
        averageBytes += (task.payload().length - averageBytes) / 16;
        if (isIdle()) {
            busySince = System.nanoTime();
            pace.resumes();
        }
        if (task.claimed()) {
            claimed.add(task);
            probeReserved = false;
        } else {
            load.incrementAndGet();
            fresh.add(task);
        }
    }

    /** Emptied and filled again at once, it has not been idle. What room was taken for has not come yet. */
    private boolean isIdle() {
        return inFlight.get() == 0 && isEmpty() && System.nanoTime() - lastLeft >= A_SECOND.toNanos();
    }

    DestinationStatus status() {
        int limit = pace.limit();
        boolean works = pace.works();
        // what is not known yet, or any more, is no trouble
        Pace.Trouble trouble = pace.trouble();
        int underWay = inFlight.get();
        DestinationStatus.State state = paused ? DestinationStatus.State.PAUSED
                : works || trouble == null ? DestinationStatus.State.WORKS
                        : limit == 0 ? DestinationStatus.State.DOWN : DestinationStatus.State.RECOVERING;
        return new DestinationStatus(destination.name(), destination.channel(), state, underWay,
                Math.max(0, load.get() - underWay), limit, trouble == null ? null : trouble.since(),
                trouble == null ? null : trouble.reason());
    }

    boolean isEmpty() {
        return claimed.isEmpty() && fresh.isEmpty();
    }

    /** @return whether no task has, or is promised, a place here */
    boolean isUnused() {
        return load.get() == 0;
    }

    boolean hasFreeSlot() {
        if (paused) {
            return false;
        }
        int limit = pace.limit();
        // calls that do not return leave the others their slots, as long as there are any
        return limit > 0 && inFlight.get() < Math.min(destination.concurrency(), limit + overdue.get()) || mayProbe();
    }

    /** @return a task that must not wait here, since nothing is sent for a while; or {@code null} */
    TaskInHand nextToHandBack() {
        if (paused) {
            TaskInHand task = claimed.poll();
            return task != null ? task : fresh.poll();
        }
        return claimed.isEmpty() || pace.limit() > 0 || mayProbe() ? null : claimed.poll();
    }

    /** @return whether the destination takes more from now on than before */
    boolean learned(TaskInHand task, Outcome outcome) {
        return pace.ended(task, outcome, inFlight.get());
    }

    /** In turns: neither a backlog nor a stream of fresh tasks keeps the other waiting. */
    TaskInHand next() {
        freshNext = !freshNext;
        TaskInHand task = (freshNext ? fresh : claimed).poll();
        return task != null ? task : (freshNext ? claimed : fresh).poll();
    }

    /** Gives it its whole concurrency, whatever it has done before. */
    void forgive() {
        pace.reset();
    }

    void started() {
        inFlight.incrementAndGet();
        pace.started();
    }

    void ended() {
        lastLeft = System.nanoTime();
        inFlight.decrementAndGet();
    }

    /** @return whether with this one all slots are held by calls that have not returned in time */
    boolean overdue() {
        return overdue.incrementAndGet() == destination.concurrency();
    }

    /** @return whether all slots were held by such calls until this one returned */
    boolean returned() {
        return overdue.getAndDecrement() == destination.concurrency();
    }

    /** @return how many calls have not returned in time */
    int overdueCalls() {
        return overdue.get();
    }

    int inFlight() {
        return inFlight.get();
    }

    /** @return whether this made room that is worth a claim: not at every task, but once half of what may be here has left */
    boolean left(TaskInHand task) {
        boolean shareFree = task.claimed() && claimedLoad.decrementAndGet() == 0;
        int left = load.decrementAndGet();
        lastLeft = System.nanoTime();
        int half = (pace.limit() + ahead()) / 2;
        return shareFree || left <= half && (half < TOLD_EVERY || left % TOLD_EVERY == 0);
    }

    /** @return whether the next spilled tasks should be read back now, while a round is still under way */
    boolean mayReadSpilled() {
        return !spilled.isEmpty() && load.get() <= Math.max(pace.limit(), ahead());
    }

    void spill(SpilledTask task) {
        spilled.add(task);
    }

    boolean hasSpilled() {
        return !spilled.isEmpty();
    }

    /**
     * Forgets those at the head whose grace is over: a scan finds them.
     *
     * @return how many
     */
    int forgetStaleSpilled(long now) {
        int count = 0;
        for (SpilledTask head; (head = spilled.peek()) != null && head.deadline() - now <= 0; count++) {
            spilled.remove(head);
        }
        return count;
    }

    /** @return up to {@code max}, the oldest first */
    List<SpilledTask> takeSpilled(int max) {
        List<SpilledTask> tasks = new ArrayList<>();
        for (SpilledTask task; tasks.size() < max && (task = spilled.poll()) != null;) {
            tasks.add(task);
        }
        return tasks;
    }
}
