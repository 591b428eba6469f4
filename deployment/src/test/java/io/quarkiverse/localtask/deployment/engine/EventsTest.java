package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.event.TaskAccepted;
import io.quarkiverse.localtask.event.TaskDead;
import io.quarkiverse.localtask.event.TaskFailed;
import io.quarkiverse.localtask.event.TaskSucceeded;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/**
 * Events come both ways, after the outcome is written, outside transaction and request; an observer that throws harms nobody.
 */
class EventsTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(EventsTest.class,
            Map.of("retry.max-attempts", "2", "retry.initial-delay", "50ms"),
            Observer.class);

    @Inject
    Work work;

    @Inject
    Observer observer;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void tellTheWholeStory() {
        channel.answer(delivery -> Outcome.failed("no"));
        work.accept("story");
        work.awaitStatus("story", TaskStatus.DEAD);
        Awaitility.await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(observer.events).filteredOn(event -> event.contains("story")).containsExactly(
                        "accepted story", "committed story", "failed story 1 no", "dead story 2 no FAILED-or-DEAD"));
        channel.answer(delivery -> Outcome.succeeded());

        try {
            work.acceptAndFail("undone");
        } catch (IllegalStateException expected) {
            // on purpose
        }
        work.accept("good");
        work.awaitStatus("good", TaskStatus.SUCCEEDED);
        Awaitility.await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> assertThat(observer.events)
                .contains("succeeded good 1", "async succeeded good 1", "accepted undone").doesNotContain("committed undone"));
    }

    @Singleton
    static class Observer {

        final List<String> events = new CopyOnWriteArrayList<>();

        @Inject
        TransactionManager transactions;

        @Inject
        LocalTasks tasks;

        void accepted(@Observes TaskAccepted event) {
            events.add("accepted " + event.taskId());
        }

        void committed(@Observes(during = TransactionPhase.AFTER_SUCCESS) TaskAccepted event) {
            events.add("committed " + event.taskId());
        }

        void failed(@Observes TaskFailed event) {
            events.add("failed " + event.taskId() + " " + event.attempt() + " " + event.reason());
            throw new IllegalStateException("an observer that throws");
        }

        void dead(@Observes TaskDead event) {
            boolean written = tasks.find(event.taskId()).orElseThrow().status() == TaskStatus.DEAD;
            events.add("dead " + event.taskId() + " " + event.attempts() + " " + event.reason()
                    + (written ? " FAILED-or-DEAD" : " not written"));
        }

        void succeeded(@Observes TaskSucceeded event) throws Exception {
            assertThat(transactions.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
            events.add("succeeded " + event.taskId() + " " + event.attempt());
        }

        void succeededAsync(@ObservesAsync TaskSucceeded event) {
            events.add("async succeeded " + event.taskId() + " " + event.attempt());
        }
    }
}
