package io.quarkiverse.localtask.runtime.compensation;

import java.time.Clock;
import java.time.Duration;
import java.time.ZonedDateTime;

import com.cronutils.model.Cron;
import com.cronutils.model.time.ExecutionTime;

/** The times of a cron expression by the wall clock, which is what cron means. */
final class CronPace implements Pace {

    /** Corrections of the clock up to this size are no jump. */
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    private final ExecutionTime times;
    private final Clock clock;
    private ZonedDateTime next;
    private Duration planned;

    CronPace(Cron cron, Clock clock) {
        this.times = ExecutionTime.forCron(cron);
        this.clock = clock;
        restart();
    }

    @Override
    public void restart() {
        ZonedDateTime now = ZonedDateTime.now(clock);
        next = times.nextExecution(now).orElse(null);
        planned = next == null ? Duration.ZERO : Duration.between(now, next);
    }

    @Override
    public boolean isDue() {
        if (next == null) {
            return false;
        }
        Duration left = Duration.between(ZonedDateTime.now(clock), next);
        if (left.compareTo(planned.plus(TOLERANCE)) > 0) {
            // The clock was set back: waiting for the old time could take years.
            restart();
            return false;
        }
        return left.isNegative() || left.isZero();
    }
}
