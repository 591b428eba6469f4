package io.quarkiverse.localtask.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.delivery.Channel;
import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.virtual.threads.VirtualThreadsConfig;

class VirtualThreadsAreChosenWhereTheyAreWantedTest {

    private final BlockingTaskChannel channel = delivery -> Outcome.succeeded();
    private final ExecutorService executor = Executors.newSingleThreadExecutor();

    @AfterEach
    void end() {
        executor.shutdownNow();
    }

    @Test
    void andWhereThereAreSome() {
        assertThat(choice(true).of("mail", channel)).isInstanceOf(Runtime.version().feature() < 21 ? Channel.Blocking.class
                : Channel.BlockingOnVirtualThread.class);
    }

    @Test
    void notWhereNobodyAsks() {
        assertThat(choice(true).of("fax", channel)).isEqualTo(new Channel.Blocking(channel));
    }

    @Test
    void notWhereTheyAreSwitchedOff() {
        assertThat(choice(false).of("mail", channel)).isEqualTo(new Channel.Blocking(channel));
    }

    private ThreadChoice choice(boolean enabled) {
        return new ThreadChoice(new VirtualThreadChannels(Set.of("mail")), new VirtualThreadsConfig() {
            @Override
            public Optional<String> namePrefix() {
                return Optional.empty();
            }

            @Override
            public Duration shutdownTimeout() {
                return Duration.ofMinutes(1);
            }

            @Override
            public Optional<Duration> shutdownCheckInterval() {
                return Optional.empty();
            }

            @Override
            public boolean enabled() {
                return enabled;
            }
        }, executor);
    }
}
