package io.quarkiverse.localtask.runtime.config;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.DestinationRetryConfig;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.RetryConfig;

/** Makes retry policies. */
final class RetryChecks {

    private final Problems problems;
    private final Bounds bounds;

    RetryChecks(Problems problems) {
        this.problems = problems;
        this.bounds = new Bounds(problems);
    }

    RetryPolicy general(RetryConfig config) {
        RetryPolicy policy = new RetryPolicy(config.maxAttempts(), config.initialDelay(), config.multiplier(),
                config.maxDelay(), config.jitter());
        check(PropertyNames.PREFIX + "retry.", policy);
        return policy;
    }

    /** @param prefix of the properties, with a dot at its end */
    RetryPolicy of(String prefix, DestinationRetryConfig config, RetryPolicy general) {
        RetryPolicy policy = new RetryPolicy(config.maxAttempts().orElse(general.maxAttempts()),
                config.initialDelay().orElse(general.initialDelay()), config.multiplier().orElse(general.multiplier()),
                config.maxDelay().orElse(general.maxDelay()), config.jitter().orElse(general.jitter()));
        // What is only inherited was complained about already.
        if (!policy.equals(general)) {
            check(prefix, policy);
        }
        return policy;
    }

    private void check(String prefix, RetryPolicy policy) {
        if (policy.maxAttempts() < 0) {
            problems.add(prefix + "max-attempts", policy.maxAttempts(), "must not be negative",
                    "set 0 to try for ever, or a number of attempts");
        }
        if (!(policy.multiplier() >= 1) || Double.isInfinite(policy.multiplier())) {
            problems.add(prefix + "multiplier", policy.multiplier(), "must be at least 1",
                    "set 1 for a constant wait, 2 to double it after each failure");
        }
        bounds.fraction(prefix + "jitter", policy.jitter());
        bounds.positive(prefix + "initial-delay", policy.initialDelay());
        bounds.positive(prefix + "max-delay", policy.maxDelay());
        if (policy.initialDelay().compareTo(policy.maxDelay()) > 0) {
            problems.add(prefix + "initial-delay", policy.initialDelay(),
                    "must not be longer than " + prefix + "max-delay=" + policy.maxDelay(), "raise one or lower the other");
        }
    }
}
