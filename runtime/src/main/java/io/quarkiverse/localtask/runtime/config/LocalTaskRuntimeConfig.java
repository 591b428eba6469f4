package io.quarkiverse.localtask.runtime.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithDefaults;

/** Settings that an operator may change at every start. */
@ConfigMapping(prefix = "quarkus.local-task")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface LocalTaskRuntimeConfig {

    /**
     * Whether this instance sends and scans. If {@code false}, it writes rows and leaves their delivery, and the deletion of
     * finished ones, to other instances on the same table.
     */
    @WithDefault("true")
    boolean active();

    /**
     * The task table: an identifier, or {@code schema.identifier}, of lower-case letters, digits and underscores. Two
     * applications
     * need two tables.
     */
    @WithDefault("local_task_message")
    String tableName();

    /**
     * The application that owns the table. A start on a table of another application is refused. If not set, the value of
     * {@code quarkus.application.name}.
     */
    Optional<String> application();

    /**
     * What happens to the table at start: {@code create} it when it is missing, {@code validate} it and fail when it is missing
     * or
     * different, or {@code none}. If not set: {@code create} in dev and test mode unless Flyway has migrations for the
     * datasource or Liquibase is in the application; otherwise {@code validate}.
     */
    Optional<SchemaManagement> schemaManagement();

    /**
     * How long a new row belongs to the instance that wrote it, from the INSERT. Within it the task is sent at once; after it a
     * scan of any instance may take it. It must be longer than every destination's {@code timeout}. After a crash, rows that
     * were
     * never claimed are found after at most grace + {@code compensation.lap-interval} + one tick; claimed ones after
     * {@code lease}, one at a time. A business transaction that stays open longer leaves its task to the scan.
     */
    @WithDefault("30s")
    Duration grace();

    /**
     * How long a scan's claim keeps other instances away from a task. It must be longer than every destination's
     * {@code timeout}.
     */
    @WithDefault("60s")
    Duration lease();

    /**
     * What happens to a delivered row: {@code mark} keeps it until {@code retention.succeeded} is over, {@code delete} removes
     * it
     * at once, which is faster but forgets the task id, so that a repeated business key is sent again.
     */
    @WithDefault("mark")
    Completion completion();

    /**
     * The largest payload in bytes; a larger one is refused at {@code accept}.
     */
    @WithDefault("1M")
    MemorySize maxPayloadSize();

    /**
     * How long a shutdown takes at most. Attempts that are under way get nine tenths of it, the rest is for writing their
     * outcomes. What is not finished by then is found by a scan after its lease.
     */
    @WithDefault("10s")
    Duration shutdownTimeout();

    /** The scans that find what was not delivered. */
    CompensationConfig compensation();

    /** When a failed task is tried again; the default for all destinations. */
    RetryConfig retry();

    /** How outcomes are written back. */
    OutcomeConfig outcome();

    /** Bounds of what waits in memory. */
    QueueConfig queue();

    /** How long finished rows are kept. */
    RetentionConfig retention();

    /** The {@code http} channel. */
    HttpConfig http();

    /**
     * Messages whose target is not in the configuration: {@code TaskMessage.http(URI)} and
     * {@code TaskMessage.mq(messagingChannel)}. All URLs share 8 destinations, chosen by a hash of the host, and each messaging
     * channel has one; these settings are for each of them.
     */
    AdHocConfig adHoc();

    /** The management page and its API. */
    ManagementConfig management();

    /** What the readiness check says, in applications with {@code quarkus-smallrye-health}. */
    HealthConfig health();

    /** The shards' schedules. */
    @ConfigDocMapKey("shard-name")
    @WithDefaults
    Map<String, ShardConfig> shards();

    /** The destinations. */
    @ConfigDocMapKey("destination-name")
    @WithDefaults
    Map<String, DestinationConfig> destinations();

    /** What happens to the table at start. */
    enum SchemaManagement {
        CREATE,
        VALIDATE,
        NONE
    }

    /** What happens to a delivered row. */
    enum Completion {
        MARK,
        DELETE
    }

    interface CompensationConfig {

        /**
         * Whether this instance scans and deletes finished rows. If {@code false}, it sends its own tasks once, after the
         * commit,
         * and leaves every retry to other instances.
         */
        @WithDefault("true")
        boolean enabled();

        /**
         * How often a scan starts again from the smallest waiting id, to find rows that were committed late.
         */
        @WithDefault("60s")
        Duration lapInterval();

        /**
         * How many database connections background work (scans, outcome writing, purge) may use at the same time, 1 to 16. With
         * 1
         * a connection pool of size 1 is enough.
         */
        @WithDefault("1")
        int parallelScans();
    }

    interface RetryConfig {

        /**
         * How many attempts a task gets before it is dead; 0: for ever. A crash can add one. With the other defaults 100
         * attempts
         * last about four days.
         */
        @WithDefault("100")
        int maxAttempts();

        /**
         * The wait after the first failed attempt, measured from its end.
         */
        @WithDefault("5s")
        Duration initialDelay();

        /**
         * By how much the wait grows with every further failure; at least 1.
         */
        @WithDefault("2")
        double multiplier();

        /**
         * The longest wait, jitter included. A {@code Retry-After} of the receiver is clamped to it, too.
         */
        @WithDefault("1h")
        Duration maxDelay();

        /**
         * Which share of the wait is random, 0 to 1: with 0.2 a wait of 10 s becomes 8 s to 12 s. It keeps tasks that failed
         * together from coming back together.
         */
        @WithDefault("0.2")
        double jitter();
    }

    /** The same keys per destination, or for ad hoc messages, without defaults of their own. */
    interface DestinationRetryConfig {

        /**
         * Overrides {@code quarkus.local-task.retry.max-attempts} here.
         */
        Optional<Integer> maxAttempts();

        /**
         * Overrides {@code quarkus.local-task.retry.initial-delay} here.
         */
        Optional<Duration> initialDelay();

        /**
         * Overrides {@code quarkus.local-task.retry.multiplier} here.
         */
        Optional<Double> multiplier();

        /**
         * Overrides {@code quarkus.local-task.retry.max-delay} here.
         */
        Optional<Duration> maxDelay();

        /**
         * Overrides {@code quarkus.local-task.retry.jitter} here.
         */
        Optional<Double> jitter();
    }

    interface OutcomeConfig {

        /**
         * How many outcomes one statement writes at most, 1 to 10000.
         */
        @WithDefault("500")
        int maxBatch();

        /**
         * How long an outcome waits for others to be written with, 0 to 1 s.
         */
        @WithDefault("5ms")
        Duration maxWait();

        /**
         * How many outcomes may wait to be written, on top of one for every attempt that can be under way (the sum of all
         * {@code concurrency}). When the database cannot be reached, outcomes are kept up to this number and sending pauses.
         */
        @WithDefault("10000")
        int maxPending();
    }

    interface QueueConfig {

        /**
         * How many tasks wait in memory per destination at most. What does not fit is kept as an id only, and read back from
         * the table when there is room. If not set, 10000, or {@code queue.max-total} where that is less.
         */
        OptionalInt maxPerDestination();

        /**
         * How many tasks wait in memory in total at most, besides {@code concurrency} tasks per destination and what scans have
         * claimed.
         */
        @WithDefault("50000")
        int maxTotal();

        /**
         * How many bytes of payload wait in memory in total at most, besides {@code concurrency} tasks per destination and what
         * scans have claimed.
         */
        @WithDefault("32M")
        MemorySize maxBytes();

        /**
         * How many ids are kept of tasks that did not fit; beyond that, a scan finds them after the grace.
         */
        @WithDefault("100000")
        int maxSpilled();
    }

    interface RetentionConfig {

        /**
         * How long delivered rows are kept, from their delivery; with them goes the memory of their ids.
         */
        @WithDefault("7d")
        Duration succeeded();

        /**
         * How long dead rows are kept. If not set: for ever.
         */
        Optional<Duration> dead();

        /**
         * How long cancelled rows are kept. If not set: for ever.
         */
        Optional<Duration> cancelled();

        /**
         * How long it is kept what operators have done.
         */
        @WithDefault("365d")
        Duration audit();

        /**
         * How often the purge runs. A run is bounded in time and goes on where the last one stopped.
         */
        @WithDefault("1m")
        Duration interval();
    }

    interface HttpConfig {

        /**
         * How many bytes of a response are read at most. The body is not needed: past this the connection is closed, and the
         * outcome is decided by the status alone.
         */
        @WithDefault("64K")
        MemorySize maxResponseSize();

        /**
         * Statuses after which a task is dead at once, besides 410 (Gone; RFC 9110, 15.5.11). Every other status outside 200 to
         * 299
         * is a failure that is tried again.
         */
        Optional<List<Integer>> permanentStatuses();

        /**
         * Whether ad hoc messages ({@code TaskMessage.http(URI)}) may go to addresses that are not on the public internet:
         * private,
         * loopback, link-local, multicast, unspecified and the other special ranges of the IANA registries (RFC 6890). If not
         * set: {@code true} in dev and test mode, {@code false} in production. If {@code false}, a URL with such an address is
         * refused at {@code accept}, and a host name that leads to one is dead at its attempt; it can be redelivered once this
         * is changed. Without effect where {@code http.allowed-hosts} is set, and on destinations of the configuration.
         */
        Optional<Boolean> allowPrivateAddresses();

        /**
         * The only hosts that ad hoc messages ({@code TaskMessage.http(URI)}) may go to, in every mode and whatever their
         * address:
         * host names ({@code hooks.example.com}), all names below one ({@code *.example.com}, which does not include
         * {@code example.com}), or addresses ({@code 10.1.2.3}, {@code ::1}). Case does not matter; ports cannot be given. If
         * not
         * set, every host whose address {@code http.allow-private-addresses} permits. Without effect on destinations of the
         * configuration.
         */
        Optional<List<String>> allowedHosts();
    }

    interface AdHocConfig {

        /**
         * After this an attempt counts as failed. If not set, 10 s, or half of {@code grace} or {@code lease} where one of them
         * is shorter than 20 s.
         */
        Optional<Duration> timeout();

        /**
         * How many attempts this instance makes at the same time, for each of the 8 destinations of URLs and for each messaging
         * channel, 1 to 10000.
         */
        @WithDefault("16")
        int concurrency();

        /**
         * How long a message over HTTP waits for a connection. Where it is longer than {@code timeout}, that ends the wait.
         */
        @WithDefault("2s")
        Duration connectTimeout();

        /**
         * The TLS configuration ({@code quarkus.tls.<name>.*}) of messages over HTTP. If not set, the default one.
         */
        Optional<String> tlsConfigurationName();

        /** When a failed task is tried again. */
        DestinationRetryConfig retry();
    }

    interface ManagementConfig {

        /**
         * The role that a user of the management page needs.
         */
        @WithDefault("local-task-operator")
        String role();

        /**
         * The role that a user needs besides to see payloads, headers and targets.
         */
        @WithDefault("local-task-reader")
        String payloadRole();

        /**
         * Words in the names of JSON fields, at any depth, and of headers, whose values nobody is shown; case does not matter.
         * Of URLs nobody is shown the query.
         */
        @WithDefault("password,secret,token,authorization")
        List<String> redact();
    }

    interface HealthConfig {

        /**
         * Whether the instance is not ready while one of its destinations is down. By default it stays ready, and tells which
         * one is down and why: the tasks are safe in the table, and the instance goes on accepting them.
         */
        @WithDefault("false")
        boolean strict();

        /**
         * The instance is not ready while a task waits for longer than this. If not set, that does not matter. The age of
         * tasks is looked up every ten seconds, while somebody asks. One that was redelivered or redirected counts from when it
         * was accepted, and so does one that was scheduled, once it has been attempted: do not set this where tasks are
         * scheduled far ahead, or old ones redelivered.
         */
        Optional<Duration> maxWaitingAge();
    }

    interface ShardConfig {

        /**
         * When the shard scans, as a cron expression of the type {@code quarkus.scheduler.cron-type}. Exactly one of
         * {@code cron}
         * and {@code fixed-delay} must be set.
         */
        Optional<String> cron();

        /**
         * How often the shard scans; at least 10 ms. Below 1 s, the scheduler's resolution, the shard keeps its pace by itself.
         * The only shard of an application that declares none scans every 5 s.
         */
        Optional<Duration> fixedDelay();

        /**
         * How many rows one statement looks at, 1 to 10000.
         */
        @WithDefault("500")
        int limit();

        /**
         * Whether this instance runs the shard. If {@code false}, its house numbers are scanned by other instances, or by
         * nobody.
         */
        @WithDefault("true")
        boolean enabled();
    }

    interface DestinationConfig {

        /**
         * Where the {@code http} channel sends: an absolute http or https URL without user-info. Required for {@code http}.
         */
        Optional<String> url();

        /**
         * The HTTP method: POST, PUT, PATCH, DELETE or GET.
         */
        @WithDefault("POST")
        String method();

        /**
         * Headers sent with every attempt; secrets belong here: {@code headers.Authorization=Bearer ${partner.token}}. A header
         * of
         * the message with the same name wins.
         */
        @ConfigDocMapKey("header-name")
        Map<String, String> headers();

        /**
         * The content type of messages that give none. If not set: {@code application/json} for objects,
         * {@code text/plain;charset=UTF-8} for text, {@code application/octet-stream} for bytes.
         */
        Optional<String> contentType();

        /**
         * After this an attempt counts as failed.
         */
        @WithDefault("10s")
        Duration timeout();

        /**
         * How many attempts this instance makes at the same time, 1 to 10000. If not set, it finds out by itself: it begins
         * with 64, uses more, up to 512, if that many more answers come, and fewer if hardly fewer come or a quarter of the
         * attempts fails. After as many failures in a row (at least 16, at most 64) the
         * destination is taken to be down: one attempt is made now and then, after 1 s at first and at least every 10 s (or
         * {@code retry.max-delay}, where that is shorter), until one is answered.
         */
        OptionalInt concurrency();

        /**
         * How long the {@code http} channel waits for a connection. Where it is longer than {@code timeout}, that ends the
         * wait.
         */
        @WithDefault("2s")
        Duration connectTimeout();

        /**
         * The TLS configuration ({@code quarkus.tls.<name>.*}) of the {@code http} channel. If not set, the default one.
         */
        Optional<String> tlsConfigurationName();

        /**
         * The proxy configuration ({@code quarkus.proxy.<name>.*}) of the {@code http} channel.
         */
        Optional<String> proxyConfigurationName();

        /**
         * The exchange that the {@code mq} channel publishes to; {@code ""}, two quotation marks, is the default exchange. It
         * is
         * not declared: it must exist. If not set, the one of
         * {@code mp.messaging.outgoing.<messaging-channel>.exchange.name}, else an exchange of the messaging channel's name.
         * Destinations with the same messaging channel share one exchange.
         */
        Optional<String> exchange();

        /**
         * The routing key of messages that bring none, for the {@code mq} channel. If not set, the one of
         * {@code mp.messaging.outgoing.<messaging-channel>.default-routing-key}, else an empty one.
         */
        Optional<String> routingKey();

        /** When a failed task is tried again. */
        DestinationRetryConfig retry();
    }
}
