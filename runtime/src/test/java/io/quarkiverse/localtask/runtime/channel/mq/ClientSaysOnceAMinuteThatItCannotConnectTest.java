package io.quarkiverse.localtask.runtime.channel.mq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.LogRecord;

import org.junit.jupiter.api.Test;

class ClientSaysOnceAMinuteThatItCannotConnectTest {

    private final AtomicLong clock = new AtomicLong(-5);
    private final OncePerMinute filter = new OncePerMinute(null, clock::get);

    @Test
    void repetitionsAreLeftOutAndEverythingElseIsKept() {
        assertThat(says("Could not connect to rabbitmq")).isTrue();
        clock.addAndGet(TimeUnit.SECONDS.toNanos(59));
        assertThat(says("Could not connect to rabbitmq")).isFalse();
        assertThat(says("Attempting to reconnect to rabbitmq...")).isTrue();
        assertThat(says("Something else")).isTrue();
        assertThat(says("Something else")).isTrue();
        clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(says("Could not connect to rabbitmq")).isTrue();
    }

    private boolean says(String message) {
        return filter.isLoggable(new LogRecord(Level.SEVERE, message));
    }
}
