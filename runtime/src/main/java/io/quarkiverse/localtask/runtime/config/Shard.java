package io.quarkiverse.localtask.runtime.config;

import java.time.Duration;
import java.util.Optional;

/**
 * A validated shard.
 *
 * @param name its name
 * @param houses its house numbers, ascending
 * @param ownsStrays whether it also takes house numbers outside 0 to houses - 1 (it owns the last house)
 * @param cron its cron expression, or empty: then {@code fixedDelay} is set
 * @param fixedDelay its fixed delay, or empty: then {@code cron} is set
 * @param limit rows per statement
 * @param enabled whether this instance runs it
 */
public record Shard(String name, int[] houses, boolean ownsStrays, Optional<String> cron, Optional<Duration> fixedDelay,
        int limit, boolean enabled) {

    /** The shard of an application that declares none. */
    public static final String DEFAULT_NAME = "default";
    /** Its schedule. */
    public static final Duration DEFAULT_FIXED_DELAY = Duration.ofSeconds(5);

    /** @return its houses as ranges, for people */
    public String describeHouses() {
        StringBuilder text = new StringBuilder();
        for (int from = 0; from < houses.length;) {
            int to = from;
            while (to + 1 < houses.length && houses[to + 1] == houses[to] + 1) {
                to++;
            }
            text.append(text.isEmpty() ? "" : ", ").append(houses[from]).append(from == to ? "" : "-" + houses[to]);
            from = to + 1;
        }
        return text.toString();
    }

    /** @return its cron expression or period, for people */
    public String describeSchedule() {
        return cron.orElseGet(() -> fixedDelay.map(Shard::describe).orElse(""));
    }

    private static String describe(Duration delay) {
        return delay.toMillis() % 1_000 == 0 ? delay.toSeconds() + " s" : delay.toMillis() + " ms";
    }
}
