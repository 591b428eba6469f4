package io.quarkiverse.localtask.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.runtime.compensation.Compensation;
import io.quarkiverse.localtask.runtime.compensation.EngineStatus;
import io.quarkiverse.localtask.runtime.compensation.ShardStatus;
import io.quarkiverse.localtask.runtime.compensation.ShardTicks;
import io.quarkiverse.localtask.runtime.config.CronSyntax;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig;
import io.quarkiverse.localtask.runtime.config.Names;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.delivery.AroundAttempt;
import io.quarkiverse.localtask.runtime.delivery.Attempts;
import io.quarkiverse.localtask.runtime.delivery.DeliveryListener;
import io.quarkiverse.localtask.runtime.delivery.DestinationStatus;
import io.quarkiverse.localtask.runtime.delivery.Dispatcher;
import io.quarkiverse.localtask.runtime.delivery.OutcomeWriter;
import io.quarkiverse.localtask.runtime.delivery.TaskEvents;
import io.quarkiverse.localtask.runtime.delivery.TaskInHand;
import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.runtime.SchedulerConfig;

/**
 * Puts the parts together, starts them and stops them: the two entrances (tasks that were just committed, ticks of the shards'
 * schedules) lead from here to the same dispatcher.
 */
@Singleton
public class LocalTaskEngine implements ShardTicks, EngineStatus {

    private static final Logger LOG = Logger.getLogger(LocalTaskEngine.class);

    private final Settings settings;
    private final TaskTable table;
    private final ChannelRegistry channels;
    private final SchedulerConfig scheduler;
    private final BeanContainer beans;
    private final AroundAttempt around;
    private final DeliveryListener listener;
    private volatile Parts parts;

    /** What runs while the engine runs. */
    record Parts(TaskEvents events, OutcomeWriter outcomes, Attempts attempts, Dispatcher dispatcher,
            Compensation compensation) {

        /** In the order in which a task passes them, so that none slips through between two looks. */
        boolean areIdle() {
            return dispatcher.isIdle() && outcomes.isIdle() && events.isIdle();
        }
    }

    LocalTaskEngine(Settings settings, TaskTable table, ChannelRegistry channels, SchedulerConfig scheduler,
            BeanContainer beans, @All List<AroundAttempt> around, @All List<DeliveryListener> listeners) {
        this.settings = settings;
        this.table = table;
        this.channels = channels;
        this.scheduler = scheduler;
        this.beans = beans;
        this.around = AroundAttempt.of(around);
        this.listener = DeliveryListener.of(listeners);
    }

    /** Before the application's own observers, which may write tasks. */
    void start(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE) StartupEvent event) {
        table.prepareAtStart();
        LocalTaskRuntimeConfig run = settings.run();
        if (!run.active()) {
            LOG.info("This instance writes tasks but sends none: quarkus.local-task.active=false");
            return;
        }
        TaskEvents events = new TaskEvents(beans);
        OutcomeWriter outcomes = new OutcomeWriter(table.database(), table.store(), run.completion(), run.outcome(),
                attemptsAtMost(), events, listener);
        Attempts attempts = new Attempts(outcomes, around, listener);
        Dispatcher dispatcher = new Dispatcher(settings.allDestinations(), channels::of, run.queue(), attempts, outcomes,
                listener);
        Compensation compensation = new Compensation(settings, new CronSyntax(scheduler.cronType()), table.database(),
                table.store(), table.pauses(), table.audit(), dispatcher, outcomes,
                table::isValid);
        outcomes.start(dispatcher::wake, compensation::room);
        dispatcher.start(compensation::room);
        compensation.start();
        parts = new Parts(events, outcomes, attempts, dispatcher, compensation);
    }

    /** When the application is up. */
    void firstLook(@Observes @Priority(Integer.MAX_VALUE) StartupEvent event) {
        Parts running = parts;
        if (running != null) {
            running.compensation().firstLook();
        }
    }

    /** So that one destination that hangs with all its attempts does not keep the others from theirs. */
    private int attemptsAtMost() {
        return settings.allDestinations().stream().mapToInt(Destination::concurrency).sum();
    }

    /**
     * A transaction has committed. Never blocks.
     *
     * @param scheduled the destinations of tasks that are not due yet
     * @param refused those of tasks that were there already
     */
    void committed(List<TaskInHand> tasks, List<Destination> scheduled, List<Destination> refused) {
        Parts running = parts;
        if (running != null) {
            tasks.forEach(running.dispatcher()::handOver);
        }
        // last: who only looks on must not keep a task from being handed over
        tasks.forEach(task -> listener.accepted(task.destination()));
        scheduled.forEach(listener::accepted);
        refused.forEach(listener::duplicateRefused);
    }

    /** Rows have become due by hand: all shards that keep a pace of their own look at once. */
    void lookSoon() {
        Parts running = parts;
        if (running != null) {
            running.compensation().firstLook();
        }
    }

    /** A destination was paused or resumed. */
    void lookForPauses() {
        Parts running = parts;
        if (running != null) {
            running.compensation().lookForPauses();
        }
    }

    /** @return what runs, for tests; {@code null} if this instance sends nothing */
    Parts parts() {
        return parts;
    }

    @Override
    public void tick(String shard) {
        Parts running = parts;
        if (running != null) {
            running.compensation().tick(shard);
        }
    }

    @Override
    public List<DestinationStatus> destinations() {
        Parts running = parts;
        return running == null ? List.of() : running.dispatcher().status();
    }

    @Override
    public Optional<DestinationStatus> destination(String name) {
        return Optional.ofNullable(parts).flatMap(running -> running.dispatcher().status(name));
    }

    @Override
    public int spilled() {
        Parts running = parts;
        return running == null ? 0 : running.dispatcher().spilled();
    }

    @Override
    public List<ShardStatus> shards() {
        Parts running = parts;
        return running == null ? List.of() : running.compensation().status();
    }

    @Override
    public Optional<Map<String, Duration>> oldestWaiting() {
        Parts running = parts;
        return running == null ? Optional.empty() : running.compensation().oldestWaiting();
    }

    /** Stops taking, finishes what is under way, writes its outcomes; all before the connection pool closes. */
    void stop(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE) ShutdownEvent event) throws InterruptedException {
        Parts running = parts;
        parts = null;
        if (running == null) {
            return;
        }
        Duration timeout = settings.run().shutdownTimeout();
        long start = System.nanoTime();
        long end = start + timeout.toNanos();
        long lastAnswer = end - timeout.toNanos() / 10;
        try {
            running.compensation().stop(lastAnswer);
            running.dispatcher().stopTaking();
            if (!running.dispatcher().awaitInFlight(lastAnswer)) {
                LOG.warn(Names.count(running.dispatcher().inFlight(),
                        "attempt did not end within quarkus.local-task.shutdown-timeout; its task is sent again after its lease",
                        "attempts did not end within quarkus.local-task.shutdown-timeout; their tasks are sent again after"
                                + " their lease"));
            }
        } finally {
            running.outcomes().stop(end);
            running.events().stop(end);
            running.attempts().stop();
        }
    }
}
