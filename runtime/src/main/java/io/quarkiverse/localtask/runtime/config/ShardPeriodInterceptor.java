package io.quarkiverse.localtask.runtime.config;

import java.time.Duration;

import jakarta.annotation.Priority;

import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.ConfigSourceInterceptorContext;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.Priorities;

/**
 * Tells the scheduler the period of a shard: its fixed delay, but not less than the second that the scheduler can do; a shard
 * with a shorter one looks at its own pace in between. The shard {@code default} that nobody declared has one of 5 s, unless
 * the
 * operator gave it a cron expression. An expression in an annotation cannot say all that.
 */
@Priority(Priorities.LIBRARY + 400)
public class ShardPeriodInterceptor implements ConfigSourceInterceptor {

    /** Followed by a shard's name; read by the generated schedules, not for users. */
    public static final String DECLARED = "local-task.shard-every.";
    /** The same of the shard that nobody declared. */
    public static final String IMPLICIT = "local-task.implicit-shard.every";

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final String OFF = "off";

    @Override
    public ConfigValue getValue(ConfigSourceInterceptorContext context, String name) {
        String every;
        if (name.equals(IMPLICIT)) {
            String otherwise = value(context, Shard.DEFAULT_NAME, "cron") != null ? OFF
                    : Shard.DEFAULT_FIXED_DELAY.toSeconds() + "s";
            every = every(value(context, Shard.DEFAULT_NAME, "fixed-delay"), otherwise);
        } else if (name.startsWith(DECLARED)) {
            every = every(value(context, name.substring(DECLARED.length()), "fixed-delay"), OFF);
        } else {
            return context.proceed(name);
        }
        return ConfigValue.builder().withName(name).withValue(every).build();
    }

    private static String every(String delay, String otherwise) {
        if (delay == null) {
            return otherwise;
        }
        try {
            return DurationConverter.parseDuration(delay).compareTo(SHORTEST) < 0 ? SHORTEST.toSeconds() + "s" : delay;
        } catch (IllegalArgumentException reportedWithAllOthers) {
            return delay;
        }
    }

    private static String value(ConfigSourceInterceptorContext context, String shard, String key) {
        ConfigValue value = context.restart(PropertyNames.ofShard(shard, key));
        return value == null || value.getValue() == null || value.getValue().isBlank() ? null : value.getValue();
    }
}
