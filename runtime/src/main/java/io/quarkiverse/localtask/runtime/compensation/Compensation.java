package io.quarkiverse.localtask.runtime.compensation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

import io.quarkiverse.localtask.runtime.config.CronSyntax;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.config.Shard;
import io.quarkiverse.localtask.runtime.delivery.Dispatcher;
import io.quarkiverse.localtask.runtime.delivery.OutcomeWriter;
import io.quarkiverse.localtask.runtime.store.AuditTable;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.PauseTable;
import io.quarkiverse.localtask.runtime.store.TaskStore;
import io.quarkiverse.localtask.runtime.store.TaskStore.Retention;

/** Everything that finds tasks in the table: one scanner per shard, the reading back of spilled tasks, and the purge. */
public final class Compensation {

    private final Map<String, ShardScanner> scanners = new LinkedHashMap<>();
    private final List<ShardScanner> fixedDelay = new ArrayList<>();
    private final Supplier<ManualRound> manualRounds;
    private final SpillReader spill;
    private final ScheduleWatchdog watchdog;
    private final OldestWaiting oldestWaiting;
    private final Pauses pauses;
    private final List<Shard> shards;
    private final List<Worker> workers = new ArrayList<>();

    /** @param cronSyntax reads the shards' cron expressions */
    public Compensation(Settings settings, CronSyntax cronSyntax, Database database, TaskStore store, PauseTable pauseTable,
            AuditTable audit,
            Dispatcher dispatcher,
            OutcomeWriter outcomes,
            Readiness readiness) {
        LocalTaskRuntimeConfig run = settings.run();
        Claims claims = new Claims(database, store, dispatcher, outcomes, run.lease());
        spill = new SpillReader(dispatcher, claims, readiness);
        workers.add(spill);
        shards = settings.shards();
        oldestWaiting = new OldestWaiting(database, store, settings.build().houses(), readiness);
        workers.add(oldestWaiting);
        pauses = new Pauses(database, pauseTable, dispatcher, readiness);
        workers.add(pauses);
        SuspectGate suspects = new SuspectGate();
        Function<Shard, ShardScan> scans = shard -> new ShardScan(shard, settings.build().houses(),
                run.compensation().lapInterval(), database, store, dispatcher, outcomes, claims, suspects,
                new LateHeads(run.grace(), System::nanoTime));
        manualRounds = () -> new ManualRound(
                settings.shards().stream().map(shard -> scans.apply(shard).eachRowOnce()).toList(), dispatcher, outcomes);
        if (run.compensation().enabled()) {
            for (Shard shard : settings.shards()) {
                if (shard.enabled()) {
                    ShardScanner scanner = new ShardScanner(shard, scans.apply(shard), readiness);
                    scanners.put(shard.name(), scanner);
                    if (shard.cron().isEmpty()) {
                        fixedDelay.add(scanner);
                    }
                }
            }
            workers.addAll(scanners.values());
            Retention retention = new Retention(run.retention().succeeded(), run.retention().dead().orElse(null),
                    run.retention().cancelled().orElse(null));
            workers.add(new Purge(database, store, retention, audit, run.retention().audit(), run.retention().interval(),
                    readiness));
        }
        watchdog = new ScheduleWatchdog(settings.shards().stream().filter(shard -> scanners.containsKey(shard.name())).toList(),
                cronSyntax, shard -> scanners.get(shard).tick());
    }

    public void start() {
        pauses.learn();
        workers.forEach(Worker::start);
        watchdog.start();
    }

    /**
     * Shards with a fixed delay begin with a scan. Their schedules' first tick may come while the application is still
     * starting;
     * the scheduler skips it then, and the next one may be hours away.
     */
    public void firstLook() {
        fixedDelay.forEach(ShardScanner::tick);
    }

    /** The schedule of a shard says: scan. */
    public void tick(String shard) {
        ShardScanner scanner = scanners.get(shard);
        if (scanner != null) {
            scanner.tick();
            watchdog.ticked(shard);
        }
    }

    /** @return a round over all shards, whether they are enabled and scheduled or not; for tests */
    public ManualRound manualRound() {
        return manualRounds.get();
    }

    /** A destination was paused or resumed, here: this instance follows before this returns. */
    public void lookForPauses() {
        pauses.lookNow();
    }

    /** @return what each shard is doing */
    public List<ShardStatus> status() {
        return shards.stream().map(shard -> {
            ShardScanner scanner = scanners.get(shard.name());
            return scanner == null ? new ShardStatus(shard, false, Optional.empty(), 0) : scanner.status();
        }).toList();
    }

    /** @see EngineStatus#oldestWaiting() */
    public Optional<Map<String, Duration>> oldestWaiting() {
        return oldestWaiting.ages();
    }

    /** A destination has room again. */
    public void room(String destination) {
        spill.wake();
        scanners.values().forEach(scanner -> scanner.room(destination));
    }

    /** There is room again for outcomes. */
    public void room() {
        spill.wake();
        scanners.values().forEach(ShardScanner::room);
    }

    /** Claims nothing more; a statement that is running may finish until the deadline. */
    public void stop(long deadline) throws InterruptedException {
        watchdog.stop();
        workers.forEach(Worker::stop);
        for (Worker worker : workers) {
            worker.join(deadline);
        }
    }
}
