package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.Uni;

/**
 * Promises 4 and 10: with the queue full and the destination stuck, the caller goes on, memory stays bounded, and everything
 * arrives
 * once the destination is back.
 */
class CallerNeverWaitsTest {

    private static final int TASKS = 300;

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(CallerNeverWaitsTest.class, Map.of(
            "destinations.erp.concurrency", "4",
            "destinations.erp.timeout", "10s",
            "grace", "30s", "lease", "30s",
            "queue.max-per-destination", "10",
            "queue.max-spilled", "1000"));

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void forAFullQueue() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        // blocks the calling thread although it must not: the caller and the other parts must not notice
        channel.script(delivery -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            try {
                stuck.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                underWay.decrementAndGet();
            }
            return Uni.createFrom().item(Outcome.succeeded());
        });
        long start = System.nanoTime();
        IntStream.range(0, TASKS).forEach(i -> work.accept("full-" + i));
        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        assertThat(channel.received()).hasSizeLessThanOrEqualTo(4);
        assertThat(taken).isLessThan(Duration.ofSeconds(8));

        stuck.countDown();
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> work.count("status = 2") == TASKS);
        assertThat(channel.ids()).hasSize(TASKS).doesNotHaveDuplicates();
        assertThat(most.get()).isLessThanOrEqualTo(4);
    }
}
