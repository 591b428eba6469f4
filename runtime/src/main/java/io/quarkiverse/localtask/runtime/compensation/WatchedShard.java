package io.quarkiverse.localtask.runtime.compensation;

import java.time.Duration;

/** One shard as the watchdog sees it: ticked by the scheduler, or, when ticks stay away, woken at its own pace. */
final class WatchedShard {

    private final String name;
    private final Pace pace;
    private final long slack;
    private boolean overdue;
    private long overdueSince;
    private boolean abandoned;

    WatchedShard(String name, Pace pace, Duration slack) {
        this.name = name;
        this.pace = pace;
        this.slack = slack.toNanos();
    }

    String name() {
        return name;
    }

    /** @return whether the scheduler left the shard to the watchdog */
    boolean isAbandoned() {
        return abandoned;
    }

    void ticked() {
        pace.restart();
        overdue = false;
        abandoned = false;
    }

    /**
     * The slack is counted from the moment the watchdog sees the missing tick, so that a forward jump of the clock is no alarm.
     */
    boolean needsWake(long nanoTime) {
        if (!pace.isDue()) {
            overdue = false;
            return false;
        }
        if (!overdue) {
            overdue = true;
            overdueSince = nanoTime;
        }
        if (!abandoned && nanoTime - overdueSince < slack) {
            return false;
        }
        pace.restart();
        overdue = false;
        abandoned = true;
        return true;
    }
}
