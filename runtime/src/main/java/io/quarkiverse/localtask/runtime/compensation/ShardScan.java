package io.quarkiverse.localtask.runtime.compensation;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.quarkiverse.localtask.runtime.config.Shard;
import io.quarkiverse.localtask.runtime.delivery.Dispatcher;
import io.quarkiverse.localtask.runtime.delivery.OutcomeWriter;
import io.quarkiverse.localtask.runtime.store.Candidate;
import io.quarkiverse.localtask.runtime.store.ClaimedTask;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.TaskStore;

/**
 * One look of a shard at its houses: the fresh lane by cursor, the retry lane by due time, and at most one suspect. It asks
 * only for
 * destinations that have room, for at most that room. Not thread-safe; a shard's scanner owns it.
 */
final class ShardScan {

    /** How many rows of the retry lane are read beyond the room, so that a few locked ones do not hide those behind them. */
    private static final int BEHIND_LOCKED = 32;

    private final Shard shard;
    private final int houses;
    private final Duration lapInterval;
    private final Database database;
    private final TaskStore store;
    private final Dispatcher dispatcher;
    private final OutcomeWriter outcomes;
    private final Claims claims;
    private final SuspectGate suspects;
    private final LateHeads lateHeads;
    private final HouseCursors cursors = new HouseCursors();
    private final DueTimes dueTimes = new DueTimes(System::nanoTime);
    private final LanesToSee toSee = new LanesToSee();
    private final Set<String> passedOver = new HashSet<>();
    private int[] lapHouses = {};
    private long nextLap = System.nanoTime();
    private int rotation;
    private boolean freshFirst;
    private Set<Long> done;

    ShardScan(Shard shard, int houses, Duration lapInterval, Database database, TaskStore store, Dispatcher dispatcher,
            OutcomeWriter outcomes, Claims claims, SuspectGate suspects, LateHeads lateHeads) {
        this.shard = shard;
        this.houses = houses;
        this.lapInterval = lapInterval;
        this.database = database;
        this.store = store;
        this.dispatcher = dispatcher;
        this.outcomes = outcomes;
        this.claims = claims;
        this.suspects = suspects;
        this.lateHeads = lateHeads;
        // instances walk their houses in different rotations, so they rarely meet
        this.rotation = (int) (Math.random() * shard.houses().length);
    }

    /**
     * What a look came to.
     *
     * @param moved rows that were claimed, buried or put into the retry lane
     * @param contended whether rows were due and wanted but locked, or taken by another instance meanwhile
     * @param asked whether the database has answered: without room it is not asked
     */
    record Result(int moved, boolean contended, boolean asked) {

        static final Result NOTHING = new Result(0, false, false);

        Result and(Result other) {
            return new Result(moved + other.moved, contended || other.contended, asked || other.asked);
        }
    }

    /** From now on no row is claimed twice: so a round by hand ends, whatever the retry delays. */
    ShardScan eachRowOnce() {
        done = new HashSet<>();
        return this;
    }

    /** @return the destinations that a look would not ask for now: there may be more once they have room */
    Set<String> withoutRoom() {
        return dispatcher.withoutRoom();
    }

    /** From now on every lane is looked at again, until it was seen to its end. */
    void startLook() {
        toSee.everything(dispatcher.destinations());
    }

    /** Rows have come into the retry lanes of these, or may have: they were handed back. */
    void retriesAgain(Collection<String> destinations) {
        destinations.forEach(toSee::retries);
    }

    /** @return whether something has not been seen to its end */
    boolean hasMoreToSee() {
        return !toSee.nothing();
    }

    /** @return destinations for which the last pass had less room than rows, or none */
    Set<String> passedOver() {
        return Set.copyOf(passedOver);
    }

    /** @return whether there is room now for one of those */
    boolean hasRoomForPassedOver() {
        return dispatcher.withRoom().stream().anyMatch(passedOver::contains);
    }

    /** The suspect that was under way is not any more. */
    void suspectsAgain() {
        toSee.suspects(dispatcher.destinations());
    }

    /** Looks at what has not been seen to its end, as far as there is room. */
    Result pass(Runnable onSuspectDone) throws SQLException {
        if (toSee.nothing() || dispatcher.withRoom().isEmpty()) {
            return Result.NOTHING;
        }
        passedOver.clear();
        startLapIfDue();
        int[] inOrder = rotated();
        // in turns, so that a backlog in one lane does not take all the room from the other
        freshFirst = !freshFirst;
        Result lanes = freshFirst ? scanFresh(inOrder).and(scanRetries(inOrder)) : scanRetries(inOrder).and(scanFresh(inOrder));
        return lanes.and(scanSuspects(inOrder, onSuspectDone));
    }

    private void startLapIfDue() throws SQLException {
        long now = System.nanoTime();
        if (nextLap - now > 0) {
            return;
        }
        int[] strays = shard.ownsStrays() ? database.inTurn(connection -> store.strayHouses(connection, houses)) : new int[0];
        lapHouses = IntStream.concat(IntStream.of(shard.houses()), IntStream.of(strays)).toArray();
        cursors.startLap();
        dueTimes.startLap(database.inTurn(store::now));
        startLook();
        nextLap = now + lapInterval.toNanos();
    }

    private int[] rotated() {
        int[] result = new int[lapHouses.length];
        rotation = (rotation + 1) % lapHouses.length;
        for (int i = 0; i < result.length; i++) {
            result[i] = lapHouses[(i + rotation) % result.length];
        }
        return result;
    }

    private Result scanRetries(int[] inOrder) throws SQLException {
        List<String> names = new ArrayList<>(toSee.retriesOf(dispatcher.withRoom()));
        Collections.shuffle(names);
        Result result = Result.NOTHING;
        for (String name : names) {
            try (Room room = new Room(dispatcher).reserve(name, shard.limit())) {
                int limit = room.sum() + BEHIND_LOCKED;
                if (room.sum() == 0) {
                    passedOver.add(name);
                } else {
                    Instant seen = dueTimes.seen();
                    Instant[] since = dueTimes.ofRetries(name, inOrder);
                    List<Candidate> rows = database
                            .inTurn(connection -> store.retries(connection, inOrder, since, name, limit));
                    Moves moves = act(rows, room, false);
                    result = result.and(moves.result());
                    if (rows.size() < limit && moves.all()) {
                        toSee.retriesSeen(name);
                    }
                    if (rows.size() < limit) {
                        followRetries(name, inOrder, rows, moves.gone(), seen);
                    }
                }
            }
        }
        return result;
    }

    private void followRetries(String destination, int[] asked, List<Candidate> rows, Set<Long> gone, Instant seen) {
        Set<Integer> stayed = new HashSet<>();
        rows.stream().filter(row -> !gone.contains(row.id())).forEach(row -> stayed.add(row.house()));
        IntStream.of(asked).filter(house -> !stayed.contains(house))
                .forEach(house -> dueTimes.nothingLeft(destination, house, seen));
    }

    private Result scanFresh(int[] inOrder) throws SQLException {
        if (!toSee.fresh()) {
            return Result.NOTHING;
        }
        cursors.startPass();
        List<Integer> open = new ArrayList<>(IntStream.of(inOrder).boxed().toList());
        Result result = Result.NOTHING;
        boolean all = true;
        while (!open.isEmpty()) {
            try (Room room = new Room(dispatcher)) {
                dispatcher.withRoom().forEach(name -> room.reserve(name, shard.limit()));
                int limit = Math.min(shard.limit(), room.sum());
                if (limit == 0) {
                    break;
                }
                int[] asked = open.stream().mapToInt(Integer::intValue).toArray();
                long[] after = open.stream().mapToLong(cursors::after).toArray();
                List<Candidate> rows = database.inTurn(connection -> store.fresh(connection, asked, after, limit));
                Moves moves = act(rows, room, true);
                result = result.and(moves.result());
                all &= moves.all();
                moveLateHeads(rows);
                follow(rows, moves.gone(), open, limit);
                if (moves.waitForRoom() && (moves.gone().isEmpty() || isForOneDestination(rows))) {
                    // it comes soon; behind these rows are more of the same
                    break;
                }
            }
        }
        if (open.isEmpty() && all) {
            toSee.freshSeen();
        }
        return result;
    }

    private static boolean isForOneDestination(List<Candidate> rows) {
        return rows.stream().map(Candidate::destination).distinct().count() == 1;
    }

    /** Into the retry lane, where they wait for their time in nobody's way. */
    private void moveLateHeads(List<Candidate> rows) throws SQLException {
        Set<Integer> seen = new HashSet<>();
        List<Candidate> late = rows.stream().filter(row -> seen.add(row.house()) && !row.due())
                .filter(row -> row.version() < Integer.MAX_VALUE && lateHeads.isLate(row)).toList();
        if (!late.isEmpty()) {
            claims.moveToRetryLane(late);
        }
    }

    /** Moves the cursors, and takes those houses off {@code open} of which this pass needs to see no more. */
    private void follow(List<Candidate> rows, Set<Long> gone, List<Integer> open, int limit) {
        Map<Integer, List<Candidate>> byHouse = new LinkedHashMap<>();
        rows.forEach(row -> byHouse.computeIfAbsent(row.house(), house -> new ArrayList<>()).add(row));
        byHouse.forEach((house, seen) -> cursors.advance(house, seen, gone));
        // a full result does not reach behind the house of its last row, nor to that house's end
        boolean full = rows.size() >= limit + open.size();
        int reached = full ? open.indexOf(rows.get(rows.size() - 1).house()) : open.size();
        for (Integer house : List.copyOf(open.subList(0, reached))) {
            List<Candidate> seen = byHouse.getOrDefault(house, List.of());
            boolean youngReached = !seen.isEmpty() && !seen.get(seen.size() - 1).due();
            if (seen.size() < limit || youngReached) {
                open.remove(house);
                cursors.finished(house);
            }
        }
    }

    /** One at a time per instance: a task that kills the JVM convicts only itself. */
    private Result scanSuspects(int[] inOrder, Runnable onSuspectDone) throws SQLException {
        List<String> names = toSee.suspectsOf(dispatcher.withRoom());
        if (names.isEmpty()) {
            return Result.NOTHING;
        }
        if (!suspects.tryEnter(onSuspectDone)) {
            return Result.NOTHING;
        }
        boolean taken = false;
        try {
            Instant seen = dueTimes.seen();
            List<Candidate> rows = database.inTurn(
                    connection -> store.suspects(connection, inOrder, dueTimes.ofSuspects(), names, shard.limit()));
            if (rows.isEmpty() && dispatcher.isAll(names)) {
                dueTimes.noSuspects(seen);
            }
            ClaimPlan plan = plan(new HashSet<>(names)).consider(rows);
            claims.leaveAlone(plan.uncountable());
            int buried = bury(plan).size();
            for (Candidate row : suspects.inTurn(plan.wanted())) {
                try (Room room = new Room(dispatcher).reserve(row.destination(), 1)) {
                    if (room.sum() > 0 && claims.claimSuspect(row, room, suspects.leaving(row, onSuspectDone))) {
                        taken = true;
                        remember(row.id());
                        break;
                    }
                }
            }
            boolean contended = !taken && !plan.wanted().isEmpty();
            if (taken || !contended && rows.size() < shard.limit()) {
                // the end of the one that is under way is a reason to look again
                toSee.suspectsSeen(names);
            }
            return new Result(buried + (taken ? 1 : 0), contended, true);
        } finally {
            if (!taken) {
                suspects.leave();
            }
        }
    }

    /**
     * What became of candidates: how many moved, and which left their lane.
     *
     * @param all whether none stayed that is due and wanted
     * @param waitForRoom whether some stayed, and that for lack of room alone: none is locked
     */
    private record Moves(Result result, Set<Long> gone, boolean all, boolean waitForRoom) {
    }

    private Moves act(List<Candidate> rows, Room room, boolean freshLane) throws SQLException {
        ClaimPlan plan = plan(room.destinations()).consider(rows);
        Set<Long> gone = new HashSet<>();
        claims.leaveAlone(plan.uncountable());
        bury(plan).forEach(row -> gone.add(row.id()));
        for (ClaimedTask task : claims.claim(plan.wanted(), room)) {
            gone.add(task.id());
            remember(task.id());
        }
        boolean contended = gone.isEmpty() && !plan.wanted().isEmpty();
        List<Candidate> notNow = plan.unwanted().stream().filter(row -> !dispatcher.hasRoomSoon(row.destination())).toList();
        boolean all = notNow.size() == plan.unwanted().size()
                && Stream.concat(plan.wanted().stream(), plan.exhausted().stream()).allMatch(row -> gone.contains(row.id()));
        boolean locked = plan.wanted().stream().anyMatch(row -> !gone.contains(row.id()) && room.isLeftFor(row.destination()));
        rows.stream().map(Candidate::destination).filter(name -> !room.isLeftFor(name)).forEach(passedOver::add);
        if (freshLane && !notNow.isEmpty()) {
            gone.addAll(claims.moveToRetryLane(notNow));
            notNow.stream().map(Candidate::destination).filter(name -> dispatcher.destination(name) != null)
                    .forEach(toSee::retries);
        }
        return new Moves(new Result(gone.size(), contended, true), gone, all, !all && !locked);
    }

    private ClaimPlan plan(Set<String> withRoom) {
        return new ClaimPlan(withRoom, dispatcher::destination,
                id -> outcomes.isPending(id) || done != null && done.contains(id));
    }

    private void remember(long claimed) {
        if (done != null) {
            done.add(claimed);
        }
    }

    private List<Candidate> bury(ClaimPlan plan) {
        return plan.exhausted().stream().filter(row -> outcomes.bury(row, dispatcher.destination(row.destination()))).toList();
    }
}
