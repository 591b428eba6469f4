package io.quarkiverse.localtask.runtime.compensation;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.TaskStore;
import io.quarkiverse.localtask.runtime.store.TaskStore.FreshHead;

/** Looks every ten seconds how long tasks wait, for as long as somebody wants to know. */
final class OldestWaiting extends Worker {

    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration WANTED_FOR = Duration.ofMinutes(5);
    /** Without a look for so long, what waited then is taken to wait on. */
    private static final Duration OUTDATED = INTERVAL.multipliedBy(3);

    private final Database database;
    private final TaskStore store;
    private final FreshHeads heads;
    private final Readiness readiness;
    private volatile boolean wanted;
    private volatile long askedAt;
    /** {@code null}: nobody has looked, or not for those who ask now. */
    private volatile Seen seen;

    private record Seen(Map<String, Duration> ages, long at) {
    }

    OldestWaiting(Database database, TaskStore store, int houses, Readiness readiness) {
        super("look for the oldest tasks", "local-task-oldest", INTERVAL);
        this.database = database;
        this.store = store;
        this.heads = new FreshHeads(houses);
        this.readiness = readiness;
    }

    /** @return by destination; empty before the first look, which this starts */
    Optional<Map<String, Duration>> ages() {
        askedAt = System.nanoTime();
        if (!wanted) {
            wanted = true;
            wake();
        }
        Seen last = seen;
        if (last == null) {
            return Optional.empty();
        }
        Duration outdated = Duration.ofNanos(System.nanoTime() - last.at());
        if (outdated.compareTo(OUTDATED) < 0) {
            return Optional.of(last.ages());
        }
        Map<String, Duration> now = new TreeMap<>();
        last.ages().forEach((destination, age) -> now.put(destination, age.plus(outdated)));
        return Optional.of(now);
    }

    @Override
    Work work() throws SQLException {
        if (!wanted) {
            return Work.NONE;
        }
        if (System.nanoTime() - askedAt > WANTED_FOR.toNanos()) {
            wanted = false;
            seen = null;
            return Work.NONE;
        }
        if (!readiness.ensureReady()) {
            return Work.NONE;
        }
        Map<String, Duration> ages = new TreeMap<>(database.inTurn(store::oldestWaiting));
        List<FreshHead> fresh = database.inTurn(connection -> store.freshHeads(connection, heads.from()));
        heads.seen(fresh);
        fresh.forEach(
                head -> ages.merge(head.destination(), head.age(), (one, other) -> one.compareTo(other) > 0 ? one : other));
        seen = new Seen(ages, System.nanoTime());
        return Work.DONE;
    }
}
