package io.quarkiverse.localtask.runtime.config;

import java.time.Duration;

/** Checks the bounds of a destination's attempts, which the leases of rows must cover. */
final class DestinationTimes {

    private final LocalTaskRuntimeConfig run;
    private final Problems problems;
    private final Bounds bounds;

    DestinationTimes(LocalTaskRuntimeConfig run, Problems problems) {
        this.run = run;
        this.problems = problems;
        this.bounds = new Bounds(problems);
    }

    /** @param prefix of the properties, with a dot at its end */
    void check(String prefix, Duration timeout, Duration connectTimeout, int concurrency) {
        bounds.range(prefix + "concurrency", concurrency, 1, 10_000);
        bounds.positive(prefix + "timeout", timeout);
        bounds.positive(prefix + "connect-timeout", connectTimeout);
        checkCovers("grace", run.grace(), prefix + "timeout", timeout);
        checkCovers("lease", run.lease(), prefix + "timeout", timeout);
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void checkCovers(String key, Duration cover, String property, Duration timeout) {
        if (cover.compareTo(timeout) <= 0) {
            problems.add(PropertyNames.PREFIX + key, cover, "must be longer than " + property + "=" + timeout
                    + ", or a second instance sends what the first one is still sending",
                    "raise it or lower the timeout");
        }
    }
}
