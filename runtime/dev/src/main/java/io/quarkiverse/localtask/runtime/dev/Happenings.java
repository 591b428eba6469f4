package io.quarkiverse.localtask.runtime.dev;

import java.util.concurrent.atomic.AtomicLong;

import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.delivery.DeliveryListener;
import io.quarkiverse.localtask.runtime.delivery.TaskInHand;
import io.quarkiverse.localtask.spi.Outcome;

/** Counts what happens, so that a page knows when there is something new to see. */
@Singleton
public class Happenings implements DeliveryListener {

    private final AtomicLong count = new AtomicLong();

    long count() {
        return count.get();
    }

    @Override
    public void accepted(Destination destination) {
        count.incrementAndGet();
    }

    @Override
    public void attempted(TaskInHand task, Outcome outcome, long took) {
        count.incrementAndGet();
    }

    @Override
    public void groupWritten(int outcomes) {
        count.incrementAndGet();
    }
}
