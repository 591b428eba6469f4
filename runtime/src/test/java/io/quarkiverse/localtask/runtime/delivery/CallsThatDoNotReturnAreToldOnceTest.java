package io.quarkiverse.localtask.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.jboss.logmanager.ExtLogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;
import io.quarkiverse.localtask.spi.Outcome;

/** Promise 7: a destination whose calls block stops at its limit, makes no further threads, and says so once. */
class CallsThatDoNotReturnAreToldOnceTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final CountDownLatch release = new CountDownLatch(1);
    private final List<Thread> calls = new CopyOnWriteArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger(Dispatcher.class.getName());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            told.add(((ExtLogRecord) record).getFormattedMessage());
        }

        @Override
        public void flush() {
        }

        @Override
        public void close() {
        }
    };
    private final Destination destination = new Destination("stuck", "custom", null, "POST", Map.of(), Optional.empty(),
            Duration.ofMillis(50), 3, Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
            new RetryPolicy(0, Duration.ofSeconds(1), 2, Duration.ofSeconds(1), 0));
    private final OutcomeWriter outcomes = new OutcomeWriter(null, null, Completion.MARK, new GivenOutcomes(Duration.ZERO, 100),
            100, event -> {
            }, DeliveryListener.NONE);
    private final Attempts attempts = new Attempts(outcomes, null, DeliveryListener.NONE);
    private final Dispatcher dispatcher = new Dispatcher(List.of(destination), name -> new Channel.Blocking(this::call),
            new GivenQueue(100, 100, 1_000_000, 100), attempts, outcomes, DeliveryListener.NONE);

    @BeforeEach
    void start() {
        logger.addHandler(handler);
        dispatcher.start(room -> {
        });
    }

    @AfterEach
    void stop() throws InterruptedException {
        release.countDown();
        dispatcher.stopTaking();
        attempts.stop();
        logger.removeHandler(handler);
    }

    @Test
    void onceWhenAllSlotsAreHeldAndOnceWhenTheyReturn() {
        for (int id = 1; id <= 10; id++) {
            dispatcher.handOver(TaskInHand.fresh(id, "task-" + id, "name", destination, new byte[1], "text/plain", Map.of(),
                    Map.of(), System.nanoTime() + TimeUnit.MINUTES.toNanos(1), new Origin(0, null)));
        }
        await().atMost(SOON).until(() -> told.size() == 1);
        assertThat(told.get(0))
                .startsWith("Destination 'stuck' is sent nothing until calls of its channel 'custom' return: 3 have");
        assertThat(calls).as("threads in calls").hasSize(3);
        assertThat(outcomes.pending()).as("outcomes").isEqualTo(3);

        release.countDown();
        await().atMost(SOON).until(() -> calls.size() == 10 && dispatcher.inFlight() == 0);
        assertThat(told).hasSize(2).last().isEqualTo("Destination 'stuck' is sent to again: calls of its channel return");
    }

    private Outcome call(Object delivery) {
        calls.add(Thread.currentThread());
        boolean interrupted;
        do {
            try {
                release.await();
                interrupted = false;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        } while (interrupted);
        return Outcome.succeeded();
    }
}
