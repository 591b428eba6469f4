package io.quarkiverse.localtask.runtime.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings that shape the build: fixed once the application is built. */
@ConfigMapping(prefix = "quarkus.local-task")
@ConfigRoot(phase = ConfigPhase.BUILD_AND_RUN_TIME_FIXED)
public interface LocalTaskBuildTimeConfig {

    /**
     * Whether the extension works at all. If {@code false}, {@code LocalTasks.accept} and annotated methods throw and name this
     * property; they never silently write nothing. To write rows but send nothing from this instance use
     * {@code quarkus.local-task.active}.
     */
    @WithDefault("true")
    boolean enabled();

    /**
     * The name of the datasource that holds the task table and the business data. Both must be the same datasource, or both XA.
     * If not set, the default datasource is used. It must take part in JTA transactions
     * ({@code quarkus.datasource.<name>.jdbc.transactions=enabled} or {@code xa}).
     */
    Optional<String> datasource();

    /**
     * How many house numbers the table is sliced into: 0 to houses - 1, at most 4096. A task belongs to
     * {@code floorMod(hash(task id), houses)}. It may be raised and lowered between releases: the shard that owns the last
     * house
     * also takes rows whose number lies outside.
     */
    @WithDefault("64")
    int houses();

    /**
     * The shards that scan the table. If none is declared there is one, {@code default}, over all house numbers. Every house
     * number must belong to exactly one shard.
     */
    @ConfigDocMapKey("shard-name")
    Map<String, ShardBuildTimeConfig> shards();

    /**
     * Where tasks are sent. A destination is declared by any key under its name that is visible at build time.
     */
    @ConfigDocMapKey("destination-name")
    Map<String, DestinationBuildTimeConfig> destinations();

    /** The {@code mq} channel. */
    MqBuildTimeConfig mq();

    /** The fixed part of messages whose target is not in the configuration. */
    AdHocBuildTimeConfig adHoc();

    /** Metrics, in applications with {@code quarkus-micrometer}. */
    MetricsBuildTimeConfig metrics();

    /** Traces, in applications with {@code quarkus-opentelemetry}. */
    TracingBuildTimeConfig tracing();

    /** Health, in applications with {@code quarkus-smallrye-health}. */
    HealthBuildTimeConfig health();

    /** The management page and its API, in applications with a web layer. */
    ManagementBuildTimeConfig management();

    /** What of the management is fixed. */
    interface ManagementBuildTimeConfig {

        /**
         * Whether there is a page, and an API behind it, to look at tasks and to redeliver, cancel and redirect them:
         * {@code local-task} below {@code quarkus.http.non-application-root-path} ({@code /q}), or on the management interface
         * where that is enabled. If not set, there is one in dev mode only. Outside of dev mode it needs an authenticated user
         * with the role {@code management.role}.
         */
        Optional<Boolean> enabled();
    }

    /** What of metrics is fixed. */
    interface MetricsBuildTimeConfig {

        /**
         * Whether there are metrics of tasks.
         */
        @WithDefault("true")
        boolean enabled();
    }

    /** What of traces is fixed. */
    interface TracingBuildTimeConfig {

        /**
         * Whether the trace in which a task is accepted is stored with it, and every attempt is a span of that trace.
         */
        @WithDefault("true")
        boolean enabled();
    }

    /** What of health is fixed. */
    interface HealthBuildTimeConfig {

        /**
         * Whether there is a readiness check of destinations and shards.
         */
        @WithDefault("true")
        boolean enabled();
    }

    /** The fixed part of a shard. */
    interface ShardBuildTimeConfig {

        /**
         * The house numbers this shard scans: single numbers and inclusive ranges, separated by commas, for example
         * {@code 0-3,7}.
         */
        Optional<String> houseNumbers();
    }

    /** The fixed part of a destination. */
    interface DestinationBuildTimeConfig {

        /**
         * How messages are sent: {@code http}, {@code mq}, or the name of a {@code TaskChannel} or {@code BlockingTaskChannel}
         * bean of the
         * application ({@code @Identifier("name")}). {@code memory} sends nothing out, and is for dev and test mode:
         * {@code %test.quarkus.local-task.destinations.<destination-name>.channel=memory}. A build for production refuses it.
         */
        @WithDefault("http")
        String channel();

        /**
         * The outgoing channel of reactive messaging that the channel {@code mq} sends to. If not set, the name of the
         * destination. Destinations may share one.
         */
        Optional<String> messagingChannel();
    }

    /** The fixed part of ad hoc messages. */
    interface AdHocBuildTimeConfig {

        /**
         * Replaces the channels of {@code TaskMessage.http(URI)} and {@code TaskMessage.mq(messagingChannel)}. The only value
         * is
         * {@code memory}, which sends nothing out, and is for dev and test mode:
         * {@code %test.quarkus.local-task.ad-hoc.channel=memory}.
         * A build for production refuses it.
         */
        Optional<String> channel();
    }

    /** The fixed part of the {@code mq} channel. */
    interface MqBuildTimeConfig {

        /**
         * Outgoing channels of reactive messaging that messages may name by {@code TaskMessage.mq(messagingChannel)}, besides
         * those of the destinations.
         */
        Optional<List<String>> channels();
    }
}
