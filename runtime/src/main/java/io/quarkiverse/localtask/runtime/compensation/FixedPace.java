package io.quarkiverse.localtask.runtime.compensation;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A period by the monotonic clock: a jump of the wall clock changes nothing. */
final class FixedPace implements Pace {

    private final long period;
    private final LongSupplier nanoTime;
    private long last;

    FixedPace(Duration period, LongSupplier nanoTime) {
        this.period = period.toNanos();
        this.nanoTime = nanoTime;
        restart();
    }

    @Override
    public void restart() {
        last = nanoTime.getAsLong();
    }

    @Override
    public boolean isDue() {
        return nanoTime.getAsLong() - last >= period;
    }
}
