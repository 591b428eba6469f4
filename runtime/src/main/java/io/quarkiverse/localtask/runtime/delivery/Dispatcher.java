package io.quarkiverse.localtask.runtime.delivery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import io.quarkiverse.localtask.runtime.config.Names;
import io.quarkiverse.localtask.runtime.store.SpilledTask;
import io.quarkiverse.localtask.spi.Outcome;

/**
 * Decides when a task in hand is sent. Handing one over never blocks: it is queued, or its id is spilled, or it is left to the
 * scan.
 * One thread starts the attempts; at most {@code concurrency} per destination are under way, fewer while it does not work
 * ({@link Pace}), and none is started while too many outcomes wait to be written.
 */
public final class Dispatcher {

    private static final Logger LOG = Logger.getLogger(Dispatcher.class);
    /** How many attempts one lane may start before the next lane has its turn. */
    private static final int TURN = 16;
    private static final int DEFAULT_PER_DESTINATION = 10_000;
    /** How many spilled tasks one statement reads back. */
    private static final int SPILLED_AT_ONCE = 500;
    /** A missed signal costs this at most. */
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Map<String, DestinationLane> lanes = new LinkedHashMap<>();
    private final List<DestinationLane> inTurn;
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final AtomicInteger spilled = new AtomicInteger();
    private final QueueConfig bounds;
    private final Attempts attempts;
    private final OutcomeWriter outcomes;
    private final DeliveryListener listener;
    private volatile Consumer<String> onRoom = destination -> {
    };
    private volatile boolean running;
    private volatile boolean parked;
    private int nextSpilled;
    private Thread thread;

    public Dispatcher(Collection<Destination> destinations, Function<Destination, Channel> channels, QueueConfig bounds,
            Attempts attempts, OutcomeWriter outcomes, DeliveryListener listener) {
        this.listener = listener;
        this.bounds = bounds;
        this.attempts = attempts;
        this.outcomes = outcomes;
        for (Destination destination : destinations) {
            lanes.put(destination.name(), new DestinationLane(destination, channels.apply(destination),
                    bounds.maxPerDestination().orElse(Math.min(DEFAULT_PER_DESTINATION, bounds.maxTotal())),
                    bounds.maxBytes().asLongValue()));
        }
        inTurn = List.copyOf(lanes.values());
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
        if (lane.hasRoomForFresh() && (lane.startsAtOnce() || hasRoomInTotal(task.payload().length))) {
            enqueue(lane, task);
        } else if (spill(lane, task) && lane.mayReadSpilled()) {
            onRoom.accept(lane.destination().name());
        }
    }

    /** @return whether there was room for its id; if not, a scan finds the row */
    private boolean spill(DestinationLane lane, TaskInHand task) {
        boolean room = spilled.get() < bounds.maxSpilled();
        if (room) {
            spilled.incrementAndGet();
            lane.spill(new SpilledTask(task.id(), task.taskId(), task.deadline()));
        }
        listener.spilled(task.destination());
        return room;
    }

    private boolean hasRoomInTotal(int bytes) {
        return queued.get() < bounds.maxTotal() && queuedBytes.get() + bytes <= bounds.maxBytes().asLongValue();
    }

    /** A row that was claimed, for room that was reserved before. */
    public void submitClaimed(TaskInHand task) {
        DestinationLane lane = lanes.get(task.destination().name());
        if (running) {
            enqueue(lane, task);
        } else {
            lane.release(1);
            outcomes.handBack(task);
        }
    }

    private void enqueue(DestinationLane lane, TaskInHand task) {
        queued.incrementAndGet();
        queuedBytes.addAndGet(task.payload().length);
        lane.add(task);
        wake();
    }

    /**
     * Takes room for claims, until {@link #submitClaimed} uses it or {@link #releaseClaims} gives it back.
     *
     * @return how many tasks of the destination may be claimed, at most {@code max}
     */
    public int reserveForClaims(String destination, int max) {
        DestinationLane lane = lanes.get(destination);
        return lane == null || !mayClaim() ? 0 : lane.reserveClaims(max);
    }

    public void releaseClaims(String destination, int count) {
        if (count > 0) {
            DestinationLane lane = lanes.get(destination);
            boolean full = lane.freeForClaims() == 0;
            lane.release(count);
            if (full && lane.freeForClaims() > 0) {
                // somebody else may have found no room meanwhile
                onRoom.accept(destination);
            }
        }
    }

    private boolean mayClaim() {
        return running && outcomes.hasRoom() && queuedBytes.get() <= bounds.maxBytes().asLongValue();
    }

    /** Who wants something sent now does not wait until destinations that do not work are probed. */
    public void forgive() {
        lanes.values().forEach(DestinationLane::forgive);
        wake();
    }

    /** @return the destinations that a scan may claim tasks for now, as things stand */
    public List<String> withRoom() {
        if (!mayClaim()) {
            return List.of();
        }
        return lanes.values().stream().filter(lane -> lane.freeForClaims() > 0).map(lane -> lane.destination().name()).toList();
    }

    /** @return the names of all destinations that this instance knows */
    public Set<String> destinations() {
        return lanes.keySet();
    }

    /** @return whether these are all destinations that this instance knows */
    public boolean isAll(List<String> destinations) {
        return destinations.size() == lanes.size();
    }

    /**
     * @return whether a destination that has no room now works so fast that its rows need not make way for those behind them
     */
    public boolean hasRoomSoon(String destination) {
        DestinationLane lane = lanes.get(destination);
        return lane != null && lane.hasRoomSoon();
    }

    /** @return the destinations that a scan would not ask for now */
    public Set<String> withoutRoom() {
        Set<String> full = new HashSet<>(lanes.keySet());
        full.removeAll(withRoom());
        return full;
    }

    /** @return the destination, or {@code null} if this instance does not know it */
    public Destination destination(String name) {
        DestinationLane lane = lanes.get(name);
        return lane == null ? null : lane.destination();
    }

    /**
     * Spilled tasks of a destination that has room to read them back, the destinations in turn. Called by one thread.
     *
     * @return those, with their room reserved, or {@code null}: nothing to do
     */
    public Spilled takeSpilled() {
        if (spilled.get() == 0) {
            return null;
        }
        long now = System.nanoTime();
        inTurn.forEach(lane -> spilled.addAndGet(-lane.forgetStaleSpilled(now)));
        if (!mayClaim()) {
            return null;
        }
        for (int i = 0; i < inTurn.size(); i++) {
            DestinationLane lane = inTurn.get((nextSpilled + i) % inTurn.size());
            int room = lane.hasSpilled() ? lane.reserveSpilled(SPILLED_AT_ONCE) : 0;
            if (room > 0) {
                nextSpilled = (nextSpilled + i + 1) % inTurn.size();
                List<SpilledTask> tasks = lane.takeSpilled(room);
                lane.release(room - tasks.size());
                spilled.addAndGet(-tasks.size());
                return new Spilled(lane.destination().name(), tasks);
            }
        }
        return null;
    }

    private void run() {
        while (running) {
            boolean progress = false;
            for (DestinationLane lane : inTurn) {
                try {
                    progress |= startSome(lane);
                } catch (Throwable e) {
                    LOG.errorf(e, "Unexpected error while starting attempts to destination '%s'", lane.destination().name());
                }
            }
            if (!progress) {
                // first the sign, then the look: who changes something looks for the sign afterwards
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
        boolean progress = handBackWhatMustNotWait(lane);
        for (int i = 0; i < TURN && lane.hasFreeSlot() && !lane.isEmpty() && outcomes.tryReserve(); i++) {
            TaskInHand task = lane.next();
            if (task == null) {
                outcomes.release();
                return progress;
            }
            progress = true;
            dequeued(task);
            if (task.canFinishFrom(System.nanoTime())) {
                lane.started();
                attempts.start(task, lane.channel(), new LaneSlot(lane, task));
            } else {
                outcomes.release();
                drop(lane, task);
            }
        }
        return progress;
    }

    private boolean handBackWhatMustNotWait(DestinationLane lane) {
        boolean progress = false;
        for (TaskInHand task; (task = lane.nextToHandBack()) != null; progress = true) {
            dequeued(task);
            drop(lane, task);
        }
        return progress;
    }

    private void dequeued(TaskInHand task) {
        queued.decrementAndGet();
        queuedBytes.addAndGet(-task.payload().length);
    }

    /**
     * The lease would end before the attempt: whoever claims the row next sends it. A fresh one that waited long is claimed at
     * once: until its grace is over no scan finds it.
     */
    private void drop(DestinationLane lane, TaskInHand task) {
        if (task.claimed()) {
            outcomes.handBack(task);
        } else {
            spill(lane, task);
        }
        leave(lane, task);
    }

    /** A call that does not return keeps its place: threads are bounded by places, and other destinations have their own. */
    private final class LaneSlot implements Slot {

        private final DestinationLane lane;
        private final TaskInHand task;

        private LaneSlot(DestinationLane lane, TaskInHand task) {
            this.lane = lane;
            this.task = task;
        }

        @Override
        public void learned(Outcome outcome) {
            if (lane.learned(task, outcome)) {
                onRoom.accept(lane.destination().name());
            }
        }

        @Override
        public void overdue() {
            if (lane.overdue()) {
                Destination destination = lane.destination();
                LOG.warnf("Destination '%s' is sent nothing until calls of its channel '%s' return: %s not done so within their"
                        + " timeout, and no more may be under way. A thread dump shows what they wait for"
                        + " (local-task-worker); give them time-outs of their own", destination.name(), destination.channel(),
                        Names.count(lane.overdueCalls(), "has", "have"));
            }
        }

        @Override
        public void free(boolean wasOverdue) {
            if (wasOverdue && lane.returned()) {
                LOG.infof("Destination '%s' is sent to again: calls of its channel return", lane.destination().name());
            }
            lane.ended();
            leave(lane, task);
            wake();
        }
    }

    private void leave(DestinationLane lane, TaskInHand task) {
        if (lane.left(task) | lane.mayReadSpilled()) {
            onRoom.accept(lane.destination().name());
        }
    }

    /** Called by any thread after a change that may let the dispatch thread go on. */
    public void wake() {
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    /** @return whether no task is here: none waits, none is under way, none is about to be claimed */
    public boolean isIdle() {
        return spilled.get() == 0 && lanes.values().stream().allMatch(DestinationLane::isUnused);
    }

    /** @return how many tasks wait in memory or are under way */
    public int waiting() {
        return queued.get() + inFlight();
    }

    /** From now on no attempt is started to these, and to no others. */
    public void pause(Set<String> destinations) {
        for (DestinationLane lane : inTurn) {
            if (lane.pause(destinations.contains(lane.destination().name()))) {
                onRoom.accept(lane.destination().name());
            }
        }
        wake();
    }

    /** @return what each destination is doing */
    public List<DestinationStatus> status() {
        return inTurn.stream().map(DestinationLane::status).toList();
    }

    /** @return what a destination is doing; empty if this instance does not know it */
    public Optional<DestinationStatus> status(String destination) {
        return Optional.ofNullable(lanes.get(destination)).map(DestinationLane::status);
    }

    /** @return how many ids of tasks wait that did not fit */
    public int spilled() {
        return spilled.get();
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
        for (DestinationLane lane : inTurn) {
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
