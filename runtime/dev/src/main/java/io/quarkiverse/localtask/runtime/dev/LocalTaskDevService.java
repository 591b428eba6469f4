package io.quarkiverse.localtask.runtime.dev;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskPage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.TaskOperations;
import io.quarkiverse.localtask.runtime.compensation.EngineStatus;
import io.quarkiverse.localtask.runtime.compensation.ShardSchedules;
import io.quarkiverse.localtask.runtime.compensation.ShardStatus;
import io.quarkiverse.localtask.runtime.config.Shard;
import io.quarkiverse.localtask.runtime.delivery.DestinationStatus;
import io.quarkiverse.localtask.runtime.store.NotifyConfig;
import io.quarkiverse.localtask.runtime.store.Parcel;
import io.quarkiverse.localtask.runtime.store.RowChange;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.scheduler.Trigger;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;

/** What the browser may call: every public method, by its name and the names of its parameters. */
@ApplicationScoped
public class LocalTaskDevService {

    private static final Logger LOG = Logger.getLogger(LocalTaskDevService.class);
    private static final String ACTOR = "developer";
    private static final int PAGE = 100;
    private static final int MOST_AT_ONCE = 1_000;
    /** So long a state is counted; what is more than that is only said to be more. */
    private static final Duration COUNTED_FOR = Duration.ofMillis(300);
    private static final Duration PACE = Duration.ofMillis(500);

    private final LocalTasks tasks;
    private final TaskOperations operations;
    private final EngineStatus engine;
    private final Scheduler scheduler;
    private final Faults faults;
    private final Happenings happenings;

    LocalTaskDevService(LocalTasks tasks, TaskOperations operations, EngineStatus engine, Scheduler scheduler, Faults faults,
            Happenings happenings) {
        this.tasks = tasks;
        this.operations = operations;
        this.engine = engine;
        this.scheduler = scheduler;
        this.faults = faults;
        this.happenings = happenings;
    }

    /** How many tasks have a status. @param more whether there are more than were counted */
    public record Count(TaskStatus status, long count, boolean more) {
    }

    /** What of a task is sent. @param base64 whether the payload is shown in Base64 (RFC 4648, 4) */
    public record Content(String contentType, Map<String, String> headers, Map<String, String> target, String payload,
            boolean base64) {
    }

    /**
     * A shard.
     *
     * @param schedule its period or cron expression
     * @param lastScanMillis how long ago it has last seen its houses to their end; {@code null}: not yet
     * @param found how many rows that scan has claimed or moved
     * @param next when its schedule says that it scans again (ISO 8601), or {@code null}: unknown
     */
    public record ShardRow(String name, String houses, String schedule, boolean running, Long lastScanMillis, int found,
            String next) {
    }

    /** A destination, and how it is broken. */
    public record DestinationRow(DestinationStatus status, Faults.Fault fault) {
    }

    /** @return how many tasks there are of every status */
    public List<Count> counts() {
        return Arrays.stream(TaskStatus.values()).map(status -> {
            TaskOperations.Part part = operations.count(TaskFilter.status(status), null, COUNTED_FOR);
            return new Count(status, part.count(), part.next() != null);
        }).toList();
    }

    /** @return for the card: what waits and what is dead, again whenever that may have changed */
    public Multi<String> summary() {
        return changes().emitOn(Infrastructure.getDefaultExecutor()).map(change -> {
            try {
                return summary(counts());
            } catch (RuntimeException e) {
                // the page itself says why
                LOG.debug("Tasks were not counted", e);
                return "not known";
            }
        });
    }

    private static String summary(List<Count> counts) {
        long waiting = 0;
        long dead = 0;
        boolean more = false;
        for (Count count : counts) {
            if (!count.status().isTerminal()) {
                waiting += count.count();
                more |= count.more();
            } else if (count.status() == TaskStatus.DEAD) {
                dead = count.count();
                more |= count.more();
            }
        }
        return waiting + " waiting, " + dead + " dead" + (more ? ", and more" : "");
    }

    /** @return a number, another one whenever something has happened */
    public Multi<Long> changes() {
        return Multi.createFrom().ticks().every(PACE).onOverflow().drop().map(tick -> happenings.count()).skip().repetitions();
    }

    /**
     * @param status one of {@link TaskStatus}
     * @param destination may be empty: any
     * @param error a text in the last error; may be empty: any
     * @param after {@link TaskPage#next()} of the page before, or {@code null}
     */
    public TaskPage tasks(String status, String destination, String error, String after) {
        TaskFilter filter = TaskFilter.status(TaskStatus.valueOf(status));
        if (destination != null && !destination.isBlank()) {
            filter = filter.destination(destination);
        }
        if (error != null && !error.isBlank()) {
            filter = filter.errorContains(error);
        }
        return tasks.list(filter, PAGE, after);
    }

    /** @return {@code null} if there is no such task any more */
    public Content content(String taskId) {
        return operations.parcel(taskId).map(LocalTaskDevService::content).orElse(null);
    }

    private static Content content(Parcel parcel) {
        NotifyConfig config = NotifyConfig.fromColumn(parcel.notifyConfig());
        return new Content(parcel.contentType(), config.headers(), config.target(), parcel.payload(), config.base64());
    }

    /** @return whether it could be */
    public boolean redeliver(String taskId) {
        return operations.change(taskId, new RowChange.Redeliver(), ACTOR);
    }

    /** @return whether it could be */
    public boolean cancel(String taskId) {
        return operations.change(taskId, new RowChange.Cancel(), ACTOR);
    }

    /** @return every shard */
    public List<ShardRow> shards() {
        return engine.shards().stream().map(this::row).toList();
    }

    private ShardRow row(ShardStatus status) {
        Shard shard = status.shard();
        return new ShardRow(shard.name(), shard.describeHouses(), shard.describeSchedule(), status.running(),
                status.sinceLastScan().map(Duration::toMillis).orElse(null), status.moved(), next(shard));
    }

    private String next(Shard shard) {
        if (!scheduler.isStarted()) {
            return null;
        }
        Trigger trigger = scheduler.getScheduledJob(ShardSchedules.identity(shard.name(), shard.cron().isPresent() ? "cron"
                : "every"));
        return Optional.ofNullable(trigger).map(Trigger::getNextFireTime).map(Object::toString).orElse(null);
    }

    /** @return every destination */
    public List<DestinationRow> destinations() {
        return engine.destinations().stream().sorted(Comparator.comparing(DestinationStatus::name))
                .map(status -> new DestinationRow(status, faults.of(status.name()))).toList();
    }

    /**
     * @param failures how many of the next attempts fail
     * @param delayMillis how long every attempt waits before it is made
     * @return how it is broken now
     */
    public Faults.Fault breakDestination(String destination, int failures, int delayMillis) {
        if (engine.destination(destination).isEmpty()) {
            throw new IllegalArgumentException("There is no destination '" + destination + "'");
        }
        Faults.Fault fault = new Faults.Fault(failures, delayMillis);
        faults.set(destination, fault);
        return fault;
    }

    /**
     * Places test tasks in a transaction.
     *
     * @param count how many, 1 to 1000
     * @return the id of the first one
     */
    public String send(String destination, String contentType, String payload, int count) {
        if (count < 1 || count > MOST_AT_ONCE) {
            throw new IllegalArgumentException("1 to " + MOST_AT_ONCE + " tasks can be sent at once, not " + count);
        }
        TaskMessage message = TaskMessage.to(destination).name("Dev UI").contentType(contentType).payload(payload).build();
        return QuarkusTransaction.requiringNew().call(
                () -> tasks.accept(Collections.nCopies(count, message)).get(0).taskId());
    }
}
