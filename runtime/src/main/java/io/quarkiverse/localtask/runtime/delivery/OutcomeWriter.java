package io.quarkiverse.localtask.runtime.delivery;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.OutcomeConfig;
import io.quarkiverse.localtask.runtime.config.Names;
import io.quarkiverse.localtask.runtime.store.Candidate;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.RowOutcome;
import io.quarkiverse.localtask.runtime.store.TaskStore;
import io.quarkiverse.localtask.spi.Outcome;

/**
 * Writes outcomes back, many with one statement. It never waits for a row lock, and it never forgets: what cannot be written is
 * kept
 * and tried again. A place is reserved before an attempt starts, so that what is kept stays bounded: when the database cannot
 * be
 * reached, no place gets free and sending pauses.
 */
public final class OutcomeWriter {

    private static final Logger LOG = Logger.getLogger(OutcomeWriter.class);
    private static final long MAX_PAUSE_MILLIS = 5_000;
    /** The error texts and values a database refuses (SQLSTATE classes: data exception, integrity constraint violation). */
    private static final Set<String> DATA_ERRORS = Set.of("22", "23");

    private final Database database;
    private final TaskStore store;
    private final Completion completion;
    private final OutcomeConfig config;
    private final int places;
    private final Consumer<Object> events;
    private final DeliveryListener listener;

    private final LinkedBlockingQueue<PendingOutcome> inbox = new LinkedBlockingQueue<>();
    private final List<PendingOutcome> locked = new ArrayList<>();
    private final AtomicInteger reserved = new AtomicInteger();
    /** How many outcomes wait, by row: a late success can join the failure of its time-out. */
    private final Map<Long, Integer> pendingIds = new ConcurrentHashMap<>();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile long stopDeadline;
    private volatile Runnable onWritten = TaskInHand.NOTHING;
    private volatile Runnable onRoom = TaskInHand.NOTHING;
    private Thread thread;
    private boolean troubled;
    private boolean gaveUp;

    /** @param attemptsAtMost how many attempts can be under way at the same time; {@code outcome.max-pending} comes on top */
    public OutcomeWriter(Database database, TaskStore store, Completion completion, OutcomeConfig config, int attemptsAtMost,
            Consumer<Object> events, DeliveryListener listener) {
        this.listener = listener;
        this.database = database;
        this.store = store;
        this.completion = completion;
        this.config = config;
        this.places = config.maxPending() + attemptsAtMost;
        this.events = events;
    }

    /**
     * @param onWritten called after places have become free; must not block
     * @param onRoom called when there are places again after there were none; must not block
     */
    public void start(Runnable onWritten, Runnable onRoom) {
        this.onWritten = onWritten;
        this.onRoom = onRoom;
        thread = new Thread(this::run, "local-task-outcomes");
        thread.setDaemon(true);
        thread.start();
    }

    /** @return whether an attempt may start: there is a place for its outcome, which is now taken */
    public boolean tryReserve() {
        for (int taken; (taken = reserved.get()) < places;) {
            if (reserved.compareAndSet(taken, taken + 1)) {
                return true;
            }
        }
        return false;
    }

    public boolean hasRoom() {
        return reserved.get() < places;
    }

    /** @return whether no attempt is about to leave an outcome, and none waits to be written or announced */
    public boolean isIdle() {
        return reserved.get() == 0;
    }

    /** @return how many rows have an outcome that waits to be written */
    public int pending() {
        return pendingIds.size();
    }

    /** Gives a reserved place back unused. */
    void release() {
        reserved.decrementAndGet();
    }

    /** The outcome of an attempt; its place was reserved before. */
    void add(TaskInHand task, Outcome outcome) {
        addLate(task, outcome);
        task.whenDone().run();
    }

    /** A second outcome of the same attempt, which had none in time. */
    void addLate(TaskInHand task, Outcome outcome) {
        enqueue(PendingOutcome.of(task, outcome));
    }

    /** A claimed task that is not sent: its attempt did not happen. Bounded by what was claimed, so it needs no reservation. */
    void handBack(TaskInHand task) {
        reserved.incrementAndGet();
        enqueue(PendingOutcome.handBack(task));
        task.whenDone().run();
    }

    /** A claimed row whose content cannot be read here: an attempt that failed. Bounded like a hand-back. */
    public void unreadable(TaskInHand task) {
        reserved.incrementAndGet();
        add(task, Outcome.failed("the row cannot be read by this version of the extension"));
    }

    /**
     * A row that a scan found with its attempts used up.
     *
     * @return whether there was a place for its outcome
     */
    public boolean bury(Candidate row, Destination destination) {
        boolean place = tryReserve();
        if (place) {
            enqueue(PendingOutcome.buried(row, destination));
        }
        return place;
    }

    private void enqueue(PendingOutcome outcome) {
        pendingIds.merge(outcome.id(), 1, Integer::sum);
        inbox.add(outcome);
    }

    /** @return whether an outcome for this row waits to be written: a scan that sees the row as it was leaves it alone */
    public boolean isPending(long id) {
        return pendingIds.containsKey(id);
    }

    private void run() {
        while (!gaveUp) {
            try {
                List<PendingOutcome> group = nextGroup();
                if (!group.isEmpty()) {
                    write(onePerRow(group));
                } else if (isStopping() && locked.isEmpty()) {
                    return;
                } else if (isOverdue()) {
                    giveUp();
                }
            } catch (InterruptedException e) {
                // nobody of ours interrupts this thread, and an interrupt must not cost an outcome
                LOG.debug("Interrupt of the outcome writer ignored");
            } catch (Throwable e) {
                LOG.error("Unexpected error in the outcome writer", e);
            }
        }
    }

    private List<PendingOutcome> nextGroup() throws InterruptedException {
        List<PendingOutcome> group = new ArrayList<>();
        takeUnlocked(group);
        PendingOutcome first = group.isEmpty() ? inbox.poll(idleNanos(), TimeUnit.NANOSECONDS) : inbox.poll();
        if (first == null) {
            return group;
        }
        group.add(first);
        // not woken by each that comes: that would cost more than to write it
        if (group.size() + inbox.size() < config.maxBatch() && !config.maxWait().isZero()) {
            stopping.await(config.maxWait().toNanos(), TimeUnit.NANOSECONDS);
        }
        inbox.drainTo(group, config.maxBatch() - group.size());
        return group;
    }

    private long idleNanos() {
        long longest = TimeUnit.MILLISECONDS.toNanos(isStopping() ? 1 : 200);
        long now = System.nanoTime();
        for (PendingOutcome outcome : locked) {
            longest = Math.min(longest, Math.max(0, outcome.nextTry() - now));
        }
        return longest;
    }

    private void takeUnlocked(List<PendingOutcome> group) {
        long now = System.nanoTime();
        for (var it = locked.iterator(); it.hasNext() && group.size() < config.maxBatch();) {
            PendingOutcome outcome = it.next();
            if (outcome.nextTry() - now <= 0) {
                it.remove();
                group.add(outcome);
            }
        }
    }

    /** Tries until the group is written, or the shutdown's time is over. */
    private void write(List<PendingOutcome> group) throws InterruptedException {
        for (long pause = 50;; pause = Math.min(MAX_PAUSE_MILLIS, pause * 2)) {
            try {
                writeOnce(group);
                recovered();
                return;
            } catch (SQLException e) {
                if (isDataError(e)) {
                    writeOneByOne(group);
                    return;
                }
                troubled(e);
            } catch (RuntimeException | Error e) {
                LOG.error("Unexpected error while outcomes are written; they are written one by one", e);
                writeOneByOne(group);
                return;
            }
            if (isOverdue()) {
                giveUp();
                return;
            }
            // once stopping, the latch is open and would not pause any more
            if (isStopping()) {
                TimeUnit.MILLISECONDS.sleep(Math.min(pause, 100));
            } else {
                stopping.await(pause, TimeUnit.MILLISECONDS);
            }
        }
    }

    /** One row holds what the database refuses; the others must not suffer. */
    private void writeOneByOne(List<PendingOutcome> group) throws InterruptedException {
        for (PendingOutcome outcome : group) {
            if (gaveUp) {
                return;
            }
            try {
                writeOnce(List.of(outcome));
            } catch (SQLException e) {
                if (!isDataError(e)) {
                    write(List.of(outcome));
                } else {
                    writeWithoutReason(outcome);
                }
            } catch (RuntimeException | Error e) {
                giveUp(outcome, e.getClass().getName());
            }
        }
    }

    private void writeWithoutReason(PendingOutcome outcome) throws InterruptedException {
        outcome.dropReason();
        try {
            writeOnce(List.of(outcome));
        } catch (SQLException e) {
            if (isDataError(e)) {
                giveUp(outcome, "SQLSTATE " + e.getSQLState());
            } else {
                write(List.of(outcome));
            }
        }
    }

    private void giveUp(PendingOutcome outcome, String why) {
        LOG.errorf("The outcome %s of the %s cannot be written (%s); it is sent again after its lease", outcome.status(),
                outcome,
                why);
        finish(outcome);
        onWritten.run();
    }

    private void writeOnce(List<PendingOutcome> group) throws SQLException {
        List<RowOutcome> rows = group.stream().map(PendingOutcome::toRow).toList();
        Set<Long> written = database.background(connection -> store.write(connection, rows, completion));
        aside(() -> listener.groupWritten(written.size()));
        List<PendingOutcome> rest = new ArrayList<>();
        for (PendingOutcome outcome : group) {
            if (written.contains(outcome.id())) {
                // in this order: who waits for the last place to be free may expect that observers are being told
                announce(outcome);
                finish(outcome);
            } else {
                rest.add(outcome);
            }
        }
        if (!rest.isEmpty()) {
            sortOut(rest);
        }
        onWritten.run();
    }

    /**
     * Of two outcomes of one task the success is the truth; the other one has come to nothing. An outcome of another task whose
     * row has the same id, of before or after a restore, has its turn in the next group.
     */
    private List<PendingOutcome> onePerRow(List<PendingOutcome> outcomes) {
        Map<Long, PendingOutcome> byId = new LinkedHashMap<>();
        for (PendingOutcome outcome : outcomes) {
            PendingOutcome other = byId.putIfAbsent(outcome.id(), outcome);
            if (other == null) {
                continue;
            }
            if (!outcome.taskId().equals(other.taskId())) {
                inbox.add(outcome);
            } else if (outcome.outranks(other)) {
                byId.put(outcome.id(), outcome);
                finish(other);
            } else {
                finish(outcome);
            }
        }
        return List.copyOf(byId.values());
    }

    /** Locked by somebody: try again later. Gone, final or fenced off: somebody else has decided, nothing to do. */
    private void sortOut(List<PendingOutcome> rest) {
        List<RowOutcome> rows = rest.stream().map(PendingOutcome::toRow).toList();
        Set<Long> open;
        try {
            open = database.background(connection -> store.stillOpen(connection, rows));
        } catch (SQLException e) {
            troubled(e);
            rest.forEach(this::keep);
            return;
        }
        for (PendingOutcome outcome : rest) {
            if (open.contains(outcome.id())) {
                keep(outcome);
            } else {
                LOG.debugf("The outcome %s of the %s came too late", outcome.status(), outcome);
                finish(outcome);
            }
        }
    }

    private void keep(PendingOutcome outcome) {
        outcome.postpone();
        locked.add(outcome);
    }

    private void finish(PendingOutcome outcome) {
        if (!outcome.finish()) {
            return;
        }
        pendingIds.computeIfPresent(outcome.id(), (id, count) -> count == 1 ? null : count - 1);
        if (reserved.getAndDecrement() == places) {
            onRoom.run();
        }
    }

    private void announce(PendingOutcome outcome) {
        if (outcome.status() == TaskStatus.DEAD) {
            LOG.warn(outcome.describeDead());
        }
        aside(() -> outcome.tell(listener));
        Object event = outcome.event();
        if (event != null) {
            try {
                events.accept(event);
            } catch (RuntimeException | Error e) {
                LOG.errorf(e, "The event of the %s was not fired", outcome);
            }
        }
    }

    /** Who only looks on must not make a group look as if it had not been written. */
    private static void aside(Runnable told) {
        try {
            told.run();
        } catch (RuntimeException | Error e) {
            LOG.debug("A listener of outcomes failed", e);
        }
    }

    private static boolean isDataError(SQLException e) {
        String state = e.getSQLState();
        return state != null && state.length() == 5 && DATA_ERRORS.contains(state.substring(0, 2));
    }

    private void troubled(SQLException e) {
        if (!troubled) {
            troubled = true;
            LOG.warnf("Outcomes cannot be written (%s, SQLSTATE %s); they are kept, up to %d, and tried again",
                    e.getClass().getSimpleName(), e.getSQLState(), places);
        }
    }

    private void recovered() {
        if (troubled) {
            troubled = false;
            LOG.info("Outcomes are written again");
        }
    }

    /** The connection pool is about to close: trying on would only fail, group by group. */
    private void giveUp() {
        gaveUp = true;
        LOG.warn(Names.count(pendingIds.size(),
                "outcome was not written before the shutdown; its task is sent again after its lease",
                "outcomes were not written before the shutdown; their tasks are sent again after their lease"));
    }

    private boolean isOverdue() {
        return isStopping() && stopDeadline - System.nanoTime() <= 0;
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** Writes what is there, until the deadline ({@link System#nanoTime()}); never interrupts a statement. */
    public void stop(long deadline) throws InterruptedException {
        stopDeadline = deadline;
        stopping.countDown();
        if (thread != null) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()) + 500));
        }
    }
}
