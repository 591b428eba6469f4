package io.quarkiverse.localtask.runtime.delivery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.QueueConfig;

/**
 * Decides when a task in hand is sent. Handing one over never blocks: it is queued, or its id is spilled, or it is left to the
 * scan.
 * One thread starts the attempts; at most {@code concurrency} per destination are under way, and none is started while too many
 * outcomes wait to be written.
 */
public final class Dispatcher {

    private static final Logger LOG = Logger.getLogger(Dispatcher.class);
    /** How many attempts one lane may start before the next lane has its turn. */
    private static final int TURN = 16;
    /** A missed signal costs this at most. */
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Map<String, DestinationLane> lanes = new LinkedHashMap<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final AtomicInteger spilled = new AtomicInteger();
    private final QueueConfig bounds;
    private final Attempts attempts;
    private final OutcomeWriter outcomes;
    private volatile Consumer<String> onRoom = destination -> {
    };
    private volatile boolean running;
    private volatile boolean parked;
    private Thread thread;

    public Dispatcher(Collection<Destination> destinations, Function<Destination, Channel> channels, QueueConfig bounds,
            Attempts attempts, OutcomeWriter outcomes) {
        this.bounds = bounds;
        this.attempts = attempts;
        this.outcomes = outcomes;
        for (Destination destination : destinations) {
            lanes.put(destination.name(),
                    new DestinationLane(destination, channels.apply(destination), bounds.maxPerDestination()));
        }
    }

    /** @param onRoom called, by any thread, with the name of a destination that has room again for claims; must not block */
    public void start(Consumer<String> onRoom) {
        this.onRoom = onRoom;
        running = true;
        thread = new Thread(this::run, "local-task-dispatch");
        thread.setDaemon(true);
        thread.start();
    }

    /** A row that was just committed. What does not fit is spilled: its id waits here, its content in the table. */
    public void handOver(TaskInHand task) {
        DestinationLane lane = lanes.get(task.destination().name());
        if (lane == null || !running) {
            return;
        }
        if (lane.hasRoomForFresh() && queued.get() < bounds.maxTotal()
                && queuedBytes.get() + task.payload().length <= bounds.maxBytes().asLongValue()) {
            enqueue(lane, task);
        } else if (spilled.get() < bounds.maxSpilled()) {
            spilled.incrementAndGet();
            lane.spill(task.id());
            if (lane.freeForSpilled() > 0) {
                onRoom.accept(lane.destination().name());
            }
        }
    }

    /** Rows that were claimed for as much room as {@link #freeForClaims} or {@link #freeForSpilled} said there was. */
    public void submitClaimed(TaskInHand task) {
        DestinationLane lane = lanes.get(task.destination().name());
        if (lane == null || !running) {
            outcomes.handBack(task);
        } else {
            enqueue(lane, task);
        }
    }

    private void enqueue(DestinationLane lane, TaskInHand task) {
        queued.incrementAndGet();
        queuedBytes.addAndGet(task.payload().length);
        lane.add(task);
        wake();
    }

    /** @return how many tasks a scan may claim now, by destination; those without room, or unknown here, are not in it */
    public Map<String, Integer> freeForClaims() {
        Map<String, Integer> free = new LinkedHashMap<>();
        if (outcomes.hasRoom()) {
            lanes.forEach((name, lane) -> {
                int slots = lane.freeForClaims();
                if (slots > 0) {
                    free.put(name, slots);
                }
            });
        }
        return free;
    }

    /** @return the destinations that a scan does not ask for now, since they have no room */
    public Set<String> withoutRoom() {
        Set<String> full = new HashSet<>(lanes.keySet());
        full.removeAll(freeForClaims().keySet());
        return full;
    }

    /** @return the destination, or {@code null} if this instance does not know it */
    public Destination destination(String name) {
        DestinationLane lane = lanes.get(name);
        return lane == null ? null : lane.destination();
    }

    /**
     * @return ids of spilled tasks of one destination that has room to read them back, the oldest first; empty: nothing to do
     */
    public List<Long> takeSpilled() {
        if (spilled.get() > 0 && outcomes.hasRoom()) {
            for (DestinationLane lane : lanes.values()) {
                int room = Math.min(lane.freeForSpilled(), bounds.maxTotal() - queued.get());
                if (room > 0 && lane.hasSpilled()) {
                    List<Long> ids = lane.takeSpilled(room);
                    spilled.addAndGet(-ids.size());
                    return ids;
                }
            }
        }
        return List.of();
    }

    private void run() {
        while (running) {
            boolean progress = false;
            for (DestinationLane lane : lanes.values()) {
                try {
                    progress |= startSome(lane);
                } catch (Throwable e) {
                    LOG.errorf(e, "Unexpected error while starting attempts to destination '%s'", lane.destination().name());
                }
            }
            if (!progress) {
                parked = true;
                if (running && !canProgress()) {
                    LockSupport.parkNanos(this, IDLE_NANOS);
                }
                parked = false;
            }
        }
    }

    private boolean canProgress() {
        return outcomes.hasRoom() && lanes.values().stream().anyMatch(lane -> !lane.isEmpty() && lane.hasFreeSlot());
    }

    private boolean startSome(DestinationLane lane) {
        boolean progress = false;
        for (int i = 0; i < TURN && lane.hasFreeSlot() && !lane.isEmpty() && outcomes.tryReserve(); i++) {
            TaskInHand task = lane.next();
            if (task == null) {
                outcomes.release();
                return progress;
            }
            progress = true;
            queued.decrementAndGet();
            queuedBytes.addAndGet(-task.payload().length);
            if (task.canFinishFrom(System.nanoTime())) {
                lane.started();
                attempts.start(task, lane.channel(), () -> ended(lane, task));
            } else {
                outcomes.release();
                drop(lane, task);
            }
        }
        return progress;
    }

    /** The lease would end before the attempt: whoever claims the row next sends it. */
    private void drop(DestinationLane lane, TaskInHand task) {
        if (task.claimed()) {
            outcomes.handBack(task);
        }
        leave(lane, task);
    }

    private void ended(DestinationLane lane, TaskInHand task) {
        lane.ended();
        leave(lane, task);
        wake();
    }

    private void leave(DestinationLane lane, TaskInHand task) {
        if (lane.left(task)) {
            onRoom.accept(lane.destination().name());
        }
    }

    /** Called by any thread after a change that may let the dispatch thread go on. */
    public void wake() {
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    public int inFlight() {
        return lanes.values().stream().mapToInt(DestinationLane::inFlight).sum();
    }

    /** Starts nothing more; claimed tasks that were not started are handed back, fresh ones are due after their grace. */
    public void stopTaking() throws InterruptedException {
        if (!running) {
            return;
        }
        running = false;
        LockSupport.unpark(thread);
        thread.join();
        List<TaskInHand> rest = new ArrayList<>();
        for (DestinationLane lane : lanes.values()) {
            for (TaskInHand task; (task = lane.next()) != null;) {
                rest.add(task);
            }
        }
        rest.stream().filter(TaskInHand::claimed).forEach(outcomes::handBack);
    }

    /** @return whether everything that is under way ended in time */
    public boolean awaitInFlight(long deadline) throws InterruptedException {
        while (inFlight() > 0 && deadline - System.nanoTime() > 0) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return inFlight() == 0;
    }
}
