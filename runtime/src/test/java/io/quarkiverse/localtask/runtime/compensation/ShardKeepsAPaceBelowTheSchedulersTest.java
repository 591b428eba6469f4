package io.quarkiverse.localtask.runtime.compensation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.compensation.Worker.Work;
import io.quarkiverse.localtask.runtime.config.Shard;
import io.quarkiverse.localtask.runtime.delivery.DeliveryListener;
import io.quarkiverse.localtask.runtime.delivery.Dispatcher;
import io.quarkiverse.localtask.runtime.delivery.GivenQueue;

/** The scheduler ticks once a second at most; a shard with a shorter delay looks in between, by itself. */
class ShardKeepsAPaceBelowTheSchedulersTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final Dispatcher NO_DESTINATIONS = new Dispatcher(List.of(), any -> null, new GivenQueue(1, 1, 1, 1), null,
            null, DeliveryListener.NONE);

    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void afterTheFirstTick() throws Exception {
        ShardScanner scanner = scanner(Duration.ofMillis(20));
        scanner.work();
        assertThat(looks).as("before the application has started").hasValue(0);
        scanner.start();
        scanner.tick();
        await().atMost(SOON).until(() -> looks.get() >= 5);
        scanner.stop();
    }

    @Test
    void andNotMoreOften() throws Exception {
        ShardScanner scanner = scanner(Duration.ofMillis(900));
        scanner.tick();
        long start = System.nanoTime();
        await().pollInterval(Duration.ofMillis(1)).atMost(SOON).until(() -> {
            scanner.work();
            return looks.get() == 3;
        });
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(1_800));
    }

    @Test
    void othersWaitForTheirTick() throws Exception {
        ShardScanner scanner = scanner(Duration.ofSeconds(1));
        assertThat(scanner.work()).isEqualTo(Work.NONE);
        assertThat(looks).hasValue(0);
        scanner.tick();
        scanner.work();
        assertThat(looks).hasValue(1);
    }

    private ShardScanner scanner(Duration delay) {
        Shard shard = new Shard("fast", new int[] { 0 }, false, Optional.empty(), Optional.of(delay), 10, true);
        ShardScan scan = new ShardScan(shard, 1, Duration.ofMinutes(1), null, null, NO_DESTINATIONS, null,
                null, new SuspectGate(), new LateHeads(Duration.ofMinutes(1), System::nanoTime));
        return new ShardScanner(shard, scan, () -> {
            looks.incrementAndGet();
            return false;
        });
    }
}
