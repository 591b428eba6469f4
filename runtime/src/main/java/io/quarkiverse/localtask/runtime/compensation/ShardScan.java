package io.quarkiverse.localtask.runtime.compensation;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

    private final Shard shard;
    private final int houses;
    private final Duration lapInterval;
    private final Database database;
    private final TaskStore store;
    private final Dispatcher dispatcher;
    private final OutcomeWriter outcomes;
    private final Claims claims;
    private final SuspectGate suspects;
    private final HouseCursors cursors = new HouseCursors();
    private int[] lapHouses = {};
    private long nextLap = System.nanoTime();
    private int rotation;

    ShardScan(Shard shard, int houses, Duration lapInterval, Database database, TaskStore store, Dispatcher dispatcher,
            OutcomeWriter outcomes, Claims claims, SuspectGate suspects) {
        this.shard = shard;
        this.houses = houses;
        this.lapInterval = lapInterval;
        this.database = database;
        this.store = store;
        this.dispatcher = dispatcher;
        this.outcomes = outcomes;
        this.claims = claims;
        this.suspects = suspects;
        // instances walk their houses in different rotations, so they rarely meet
        this.rotation = (int) (Math.random() * Math.max(1, shard.houses().length));
    }

    /** @return the destinations that a look would not ask for now: there may be more once they have room */
    Set<String> withoutRoom() {
        return dispatcher.withoutRoom();
    }

    /** @return how many rows it moved: claimed, buried or put into the retry lane; 0: there was nothing to do */
    int pass(Runnable onSuspectDone) throws SQLException {
        Map<String, Integer> free = dispatcher.freeForClaims();
        if (free.isEmpty()) {
            return 0;
        }
        startLapIfDue();
        int[] inOrder = rotated();
        int moved = scanRetries(inOrder, free);
        moved += scanFresh(inOrder);
        moved += scanSuspects(inOrder, onSuspectDone);
        return moved;
    }

    private void startLapIfDue() throws SQLException {
        long now = System.nanoTime();
        if (nextLap - now > 0) {
            return;
        }
        cursors.startLap();
        int[] strays = shard.ownsStrays() ? database.background(connection -> store.strayHouses(connection, houses))
                : new int[0];
        lapHouses = new int[shard.houses().length + strays.length];
        System.arraycopy(shard.houses(), 0, lapHouses, 0, shard.houses().length);
        System.arraycopy(strays, 0, lapHouses, shard.houses().length, strays.length);
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

    private int scanRetries(int[] inOrder, Map<String, Integer> free) throws SQLException {
        List<String> names = new ArrayList<>(free.keySet());
        Collections.shuffle(names);
        int moved = 0;
        for (String name : names) {
            int limit = Math.min(shard.limit(), free.get(name));
            List<Candidate> rows = database
                    .background(connection -> store.retries(connection, inOrder, name, limit));
            moved += act(plan(Map.of(name, limit), rows), false).size();
        }
        return moved;
    }

    private int scanFresh(int[] inOrder) throws SQLException {
        cursors.startPass();
        List<Integer> open = new ArrayList<>();
        for (int house : inOrder) {
            open.add(house);
        }
        int moved = 0;
        while (!open.isEmpty()) {
            Map<String, Integer> free = dispatcher.freeForClaims();
            int limit = Math.min(shard.limit(), free.values().stream().mapToInt(Integer::intValue).sum());
            if (limit == 0) {
                return moved;
            }
            int[] asked = open.stream().mapToInt(Integer::intValue).toArray();
            long[] after = open.stream().mapToLong(cursors::after).toArray();
            List<Candidate> rows = database.background(connection -> store.fresh(connection, asked, after, limit));
            Set<Long> gone = act(plan(free, rows), true);
            moved += gone.size();
            boolean full = rows.size() >= limit;
            follow(rows, gone, open, full);
            if (!full) {
                return moved;
            }
        }
        return moved;
    }

    /**
     * Rows come house by house, so all houses before the last one seen are read to their end; one that shows a row which is not
     * due
     * has nothing due behind it either, near enough: rows are born with the same grace.
     */
    private void follow(List<Candidate> rows, Set<Long> gone, List<Integer> open, boolean full) {
        Map<Integer, List<Candidate>> byHouse = new LinkedHashMap<>();
        rows.forEach(row -> byHouse.computeIfAbsent(row.house(), house -> new ArrayList<>()).add(row));
        byHouse.forEach((house, seen) -> cursors.advance(house, seen, gone));
        if (full) {
            int last = rows.get(rows.size() - 1).house();
            open.subList(0, open.indexOf(last)).clear();
            if (byHouse.get(last).stream().anyMatch(row -> !row.due())) {
                open.remove(0);
            }
        }
    }

    /** One at a time per instance: a task that kills the JVM convicts only itself. */
    private int scanSuspects(int[] inOrder, Runnable onSuspectDone) throws SQLException {
        Map<String, Integer> free = dispatcher.freeForClaims();
        if (free.isEmpty() || !suspects.tryEnter()) {
            return 0;
        }
        boolean taken = false;
        try {
            List<Candidate> rows = database.background(
                    connection -> store.suspects(connection, inOrder, free.keySet(), shard.limit()));
            ClaimPlan plan = plan(free, rows);
            bury(plan);
            for (Candidate row : plan.claims()) {
                if (!claims.claim(List.of(row), () -> {
                    suspects.leave();
                    onSuspectDone.run();
                }).isEmpty()) {
                    taken = true;
                    break;
                }
            }
            return plan.exhausted().size() + (taken ? 1 : 0);
        } finally {
            if (!taken) {
                suspects.leave();
            }
        }
    }

    private ClaimPlan plan(Map<String, Integer> free, List<Candidate> rows) {
        ClaimPlan plan = new ClaimPlan(free, dispatcher::destination, outcomes::isPending);
        rows.forEach(plan::consider);
        return plan;
    }

    /** @return ids of rows that left the lane */
    private Set<Long> act(ClaimPlan plan, boolean freshLane) throws SQLException {
        Set<Long> gone = new HashSet<>();
        bury(plan);
        plan.exhausted().forEach(row -> gone.add(row.id()));
        for (ClaimedTask task : claims.claim(plan.claims())) {
            gone.add(task.id());
        }
        if (freshLane && !plan.unwanted().isEmpty()) {
            database.background(connection -> {
                store.moveToRetryLane(connection, plan.unwanted());
                return null;
            });
            plan.unwanted().forEach(row -> gone.add(row.id()));
        }
        return gone;
    }

    private void bury(ClaimPlan plan) {
        plan.exhausted().forEach(row -> outcomes.bury(row, dispatcher.destination(row.destination())));
    }
}
