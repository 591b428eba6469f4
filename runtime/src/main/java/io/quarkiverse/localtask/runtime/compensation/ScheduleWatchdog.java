package io.quarkiverse.localtask.runtime.compensation;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.runtime.config.CronSyntax;
import io.quarkiverse.localtask.runtime.config.Shard;

/**
 * Keeps compensation going when the scheduler does not: it expects each shard's tick within the shard's period and a slack of
 * 10 s, and else wakes the shard itself, at the shard's own pace, until ticks come back. One thread, one WARN per outage, one
 * INFO at its end. A clustered job store ticks on one node only; the watchdogs of the others see to it that they scan as well.
 */
public final class ScheduleWatchdog {

    static final Duration SLACK = Duration.ofSeconds(10);

    private static final Logger LOG = Logger.getLogger(ScheduleWatchdog.class);
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

    private final Map<String, WatchedShard> shards = new LinkedHashMap<>();
    private final Consumer<String> wake;
    private final LongSupplier nanoTime;
    private final Logger log;
    private final Thread thread = new Thread(this::run, "local-task-watchdog");
    private volatile boolean stopped;
    private boolean alarmed;

    /**
     * @param shards the shards this instance runs
     * @param cronSyntax reads their cron expressions
     * @param wake wakes a shard by its name; must not block
     */
    public ScheduleWatchdog(List<Shard> shards, CronSyntax cronSyntax, Consumer<String> wake) {
        this(shards, cronSyntax, wake, System::nanoTime, Clock.systemDefaultZone(), LOG);
    }

    ScheduleWatchdog(List<Shard> shards, CronSyntax cronSyntax, Consumer<String> wake, LongSupplier nanoTime, Clock clock,
            Logger log) {
        this.wake = wake;
        this.nanoTime = nanoTime;
        this.log = log;
        for (Shard shard : shards) {
            Pace pace = shard.cron().isPresent()
                    ? new CronPace(cronSyntax.parse(shard.cron().get()), clock)
                    : new FixedPace(shard.fixedDelay().orElse(Shard.DEFAULT_FIXED_DELAY), nanoTime);
            this.shards.put(shard.name(), new WatchedShard(shard.name(), pace, SLACK));
        }
        thread.setDaemon(true);
    }

    /** Begins to expect ticks. To be called once. */
    public void start() {
        thread.start();
    }

    /** Ends the thread, and waits for it for a moment: none may outlive a reload. */
    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
        try {
            thread.join(STOP_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @param name the shard the scheduler has just ticked */
    public void ticked(String name) {
        synchronized (shards) {
            WatchedShard shard = shards.get(name);
            if (shard == null) {
                return;
            }
            shard.ticked();
            if (alarmed && shards.values().stream().noneMatch(WatchedShard::isAbandoned)) {
                alarmed = false;
                log.info("The scheduler ticks again: compensation goes by its schedules");
            }
        }
    }

    /** @return whether the scheduler ticks every shard in time */
    public boolean isSchedulerAlive() {
        synchronized (shards) {
            return !alarmed;
        }
    }

    void check() {
        overdueShards().forEach(name -> {
            try {
                wake.accept(name);
            } catch (RuntimeException e) {
                log.warnf(e, "The shard %s could not be woken; the next attempt follows at its pace", name);
            }
        });
    }

    private List<String> overdueShards() {
        List<String> names = new ArrayList<>();
        synchronized (shards) {
            long now = nanoTime.getAsLong();
            shards.values().stream().filter(shard -> shard.needsWake(now)).map(WatchedShard::name).forEach(names::add);
            if (!names.isEmpty() && !alarmed) {
                alarmed = true;
                log.warnf("No tick for the shards %s: the scheduler is disabled, halted or paused, is late, or ticks on another"
                        + " node. Compensation keeps going on its own timer; see quarkus.scheduler.enabled and"
                        + " quarkus.scheduler.start-mode", String.join(", ", names));
            }
        }
        return names;
    }

    private void run() {
        while (!stopped) {
            check();
            LockSupport.parkNanos(CHECK_INTERVAL.toNanos());
        }
    }
}
