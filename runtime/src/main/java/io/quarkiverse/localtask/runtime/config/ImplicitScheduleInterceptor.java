package io.quarkiverse.localtask.runtime.config;

import jakarta.annotation.Priority;

import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.ConfigSourceInterceptorContext;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.Priorities;

/**
 * Tells the scheduler the period of the shard {@code default} that nobody declared: what is configured, else 5 s, but off when
 * the operator gave it a cron expression. An expression in an annotation cannot say that.
 */
@Priority(Priorities.LIBRARY + 400)
public class ImplicitScheduleInterceptor implements ConfigSourceInterceptor {

    /** Read by the generated schedule; not for users. */
    public static final String PROPERTY = "local-task.implicit-shard.every";

    @Override
    public ConfigValue getValue(ConfigSourceInterceptorContext context, String name) {
        if (!name.equals(PROPERTY)) {
            return context.proceed(name);
        }
        String delay = value(context, "fixed-delay");
        String every = delay != null ? delay
                : value(context, "cron") != null ? "off" : Shard.DEFAULT_FIXED_DELAY.toSeconds() + "s";
        return ConfigValue.builder().withName(name).withValue(every).build();
    }

    private static String value(ConfigSourceInterceptorContext context, String key) {
        ConfigValue value = context.restart(PropertyNames.ofShard(Shard.DEFAULT_NAME, key));
        return value == null || value.getValue() == null || value.getValue().isBlank() ? null : value.getValue();
    }
}
