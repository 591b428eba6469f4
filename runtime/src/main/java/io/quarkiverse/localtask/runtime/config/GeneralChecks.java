package io.quarkiverse.localtask.runtime.config;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** Checks everything that is neither a shard, nor a destination, nor a retry policy. */
final class GeneralChecks {

    /** Index names are made of the table's name: 48 leaves room for their endings within PostgreSQL's 63. */
    private static final Pattern TABLE_NAME = Pattern.compile("(?:[a-z][a-z0-9_]{0,47}\\.)?[a-z][a-z0-9_]{0,47}");
    private static final int MAX_IN_MEMORY = 10_000_000;
    private static final String PREFIX = PropertyNames.PREFIX;

    private final Problems problems;
    private final Bounds bounds;

    GeneralChecks(Problems problems) {
        this.problems = problems;
        this.bounds = new Bounds(problems);
    }

    void check(LocalTaskRuntimeConfig run) {
        if (!TABLE_NAME.matcher(run.tableName()).matches()) {
            problems.add(PREFIX + "table-name", run.tableName(),
                    "must be an identifier or schema.identifier, each of at most 48 lower-case letters, digits and"
                            + " underscores, beginning with a letter",
                    "rename the table");
        }
        bounds.positive(PREFIX + "grace", run.grace());
        bounds.positive(PREFIX + "lease", run.lease());
        bounds.positive(PREFIX + "max-payload-size", run.maxPayloadSize());
        bounds.notNegative(PREFIX + "shutdown-timeout", run.shutdownTimeout());
        bounds.positive(PREFIX + "compensation.lap-interval", run.compensation().lapInterval());
        bounds.range(PREFIX + "compensation.parallel-scans", run.compensation().parallelScans(), 1, 16);
        checkOutcome(run.outcome());
        checkQueue(run);
        checkRetention(run.retention());
        checkHttp(run.http());
    }

    String application(LocalTaskRuntimeConfig run, String quarkusApplication) {
        String application = run.application().orElse(quarkusApplication).strip();
        if (application.isEmpty() || application.length() > 255) {
            problems.add(PREFIX + "application", application, "the owner of the table has 1 to 255 characters",
                    "set it, or quarkus.application.name");
        }
        return application;
    }

    void warnOfShutdown(Duration ours, Duration quarkus) {
        if (ours.compareTo(quarkus) > 0) {
            problems.warn(PREFIX + "shutdown-timeout=" + ours + " is longer than quarkus.shutdown.timeout=" + quarkus
                    + ": the process may be stopped before its attempts are finished and written; raise the latter");
        }
    }

    private void checkOutcome(LocalTaskRuntimeConfig.OutcomeConfig outcome) {
        bounds.range(PREFIX + "outcome.max-batch", outcome.maxBatch(), 1, 10_000);
        bounds.range(PREFIX + "outcome.max-pending", outcome.maxPending(), 1, MAX_IN_MEMORY);
        if (outcome.maxWait().isNegative() || outcome.maxWait().compareTo(Duration.ofSeconds(1)) > 0) {
            problems.add(PREFIX + "outcome.max-wait", outcome.maxWait(), "must be from 0 to 1s",
                    "a few milliseconds suffice");
        }
    }

    private void checkQueue(LocalTaskRuntimeConfig run) {
        LocalTaskRuntimeConfig.QueueConfig queue = run.queue();
        queue.maxPerDestination().ifPresent(max -> bounds.range(PREFIX + "queue.max-per-destination", max, 1, MAX_IN_MEMORY));
        bounds.range(PREFIX + "queue.max-total", queue.maxTotal(), 1, MAX_IN_MEMORY);
        bounds.range(PREFIX + "queue.max-spilled", queue.maxSpilled(), 0, MAX_IN_MEMORY);
        long bytes = queue.maxBytes().asLongValue();
        if (bytes < run.maxPayloadSize().asLongValue()) {
            problems.add(PREFIX + "queue.max-bytes", bytes, "must hold one payload of " + PREFIX + "max-payload-size="
                    + run.maxPayloadSize().asLongValue(), "raise one or lower the other");
        }
        if (queue.maxPerDestination().orElse(0) > queue.maxTotal()) {
            problems.add(PREFIX + "queue.max-per-destination", queue.maxPerDestination().getAsInt(),
                    "must not be larger than " + PREFIX + "queue.max-total=" + queue.maxTotal(),
                    "raise one or lower the other");
        }
    }

    private void checkRetention(LocalTaskRuntimeConfig.RetentionConfig retention) {
        bounds.notNegative(PREFIX + "retention.succeeded", retention.succeeded());
        retention.dead().ifPresent(value -> bounds.notNegative(PREFIX + "retention.dead", value));
        retention.cancelled().ifPresent(value -> bounds.notNegative(PREFIX + "retention.cancelled", value));
        bounds.positive(PREFIX + "retention.interval", retention.interval());
    }

    private void checkHttp(LocalTaskRuntimeConfig.HttpConfig http) {
        bounds.positive(PREFIX + "http.max-response-size", http.maxResponseSize());
        AllowedHosts.check(PREFIX + "http.allowed-hosts", http.allowedHosts().orElse(List.of()), problems);
        http.permanentStatuses().ifPresent(statuses -> statuses.stream()
                .filter(status -> status < 300 || status > 599)
                .forEach(status -> problems.add(PREFIX + "http.permanent-statuses", status,
                        "a permanent status is from 300 to 599, for a 2xx status is a success", "remove it")));
    }
}
