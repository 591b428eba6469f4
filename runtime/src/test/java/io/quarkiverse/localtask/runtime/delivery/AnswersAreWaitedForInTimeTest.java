package io.quarkiverse.localtask.runtime.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;
import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/** An attempt has exactly one outcome, its call is cancelled when its time is over, and its alarm when it is answered. */
class AnswersAreWaitedForInTimeTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final OutcomeWriter outcomes = new OutcomeWriter(null, null, Completion.MARK,
            new GivenOutcomes(Duration.ZERO, 1_000), 8, event -> {
            }, DeliveryListener.NONE);
    private final Alarms alarms = new Alarms("test");
    private final List<Outcome> learned = new CopyOnWriteArrayList<>();
    private final AtomicInteger freed = new AtomicInteger();
    private final AtomicInteger cancelled = new AtomicInteger();
    private UniEmitter<? super Outcome> call;

    @AfterEach
    void stop() {
        alarms.stop();
    }

    @Test
    void anAnswerEndsTheAlarm() {
        start(Duration.ofHours(1));
        assertThat(alarms.size()).isOne();
        call.complete(Outcome.succeeded());
        assertThat(alarms.size()).isZero();
        assertThat(learned).containsExactly(Outcome.succeeded());
        assertThat(freed).hasValue(1);
        assertThat(cancelled).hasValue(0);
    }

    @Test
    void aFailureIsAnAnswer() {
        start(Duration.ofHours(1));
        call.fail(new IllegalStateException());
        assertThat(alarms.size()).isZero();
        assertThat(learned).singleElement().isInstanceOf(Outcome.Failed.class);
        assertThat(freed).hasValue(1);
    }

    @Test
    void withoutOneTheCallIsCancelled() {
        start(Duration.ofMillis(50));
        await().atMost(SOON).until(() -> freed.get() == 1);
        assertThat(learned).singleElement().isInstanceOf(Outcome.Failed.class);
        assertThat(cancelled).hasValue(1);
        call.complete(Outcome.succeeded());
        assertThat(learned).hasSize(1);
        assertThat(freed).hasValue(1);
    }

    @Test
    void aCancellationThatFailsKeepsNoSlot() {
        subscribe(Duration.ofMillis(50), () -> {
            throw new IllegalStateException("test");
        });
        await().atMost(SOON).until(() -> freed.get() == 1);
        assertThat(learned).hasSize(1);
    }

    private void start(Duration timeout) {
        subscribe(timeout, cancelled::incrementAndGet);
    }

    private void subscribe(Duration timeout, Runnable onCancellation) {
        Destination partner = new Destination("partner", "test", null, "POST", Map.of(), Optional.empty(), timeout, 2,
                Duration.ofSeconds(1), Optional.empty(), Optional.empty(),
                new RetryPolicy(0, Duration.ofMillis(300), 2, Duration.ofMillis(300), 0));
        TaskInHand task = TaskInHand.fresh(1, "t1", "name", partner, new byte[1], "text/plain", Map.of(), Map.of(),
                Long.MAX_VALUE, new Origin(0, null));
        outcomes.tryReserve();
        Attempt attempt = new Attempt(task, outcomes, new Slot() {
            @Override
            public void learned(Outcome outcome) {
                learned.add(outcome);
            }

            @Override
            public void overdue() {
            }

            @Override
            public void free(boolean wasOverdue) {
                freed.incrementAndGet();
            }
        }, null, DeliveryListener.NONE);
        Uni.createFrom().<Outcome> emitter(emitter -> call = emitter).onCancellation().invoke(onCancellation)
                .subscribe().withSubscriber(new AsyncAnswer(attempt, alarms));
    }
}
