package io.quarkiverse.localtask.runtime.management;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.delivery.DeliveryListener;
import io.quarkiverse.localtask.runtime.delivery.TaskInHand;
import io.quarkiverse.localtask.runtime.store.ErrorText;
import io.quarkiverse.localtask.spi.Outcome;

/** What this instance has delivered in the last hour, and the last attempts that failed; in memory only. */
@Singleton
public class RecentHistory implements DeliveryListener {

    private static final int MOST_FAILURES = 2_000;

    private final Map<String, LastHour> byDestination = new ConcurrentHashMap<>();
    private final Deque<Failure> failures = new ArrayDeque<>();

    /** An attempt that failed. */
    record Failure(String taskId, Instant time, int attempt, String outcome, String reason) {
    }

    @Override
    public void attempted(TaskInHand task, Outcome outcome, long took) {
        LastHour hour = byDestination.computeIfAbsent(task.destination().name(), name -> new LastHour(System::nanoTime));
        if (outcome instanceof Outcome.Failed failed) {
            hour.failed();
            remember(task, "failure", failed.reason());
        } else if (outcome instanceof Outcome.Rejected rejected) {
            hour.failed();
            remember(task, "rejection", rejected.reason());
        } else {
            hour.delivered();
        }
    }

    private void remember(TaskInHand task, String outcome, String reason) {
        synchronized (failures) {
            failures.addFirst(new Failure(task.taskId(), Instant.now(), task.attempt(), outcome,
                    ErrorText.clean(reason)));
            if (failures.size() > MOST_FAILURES) {
                failures.removeLast();
            }
        }
    }

    LastHour of(String destination) {
        return byDestination.computeIfAbsent(destination, name -> new LastHour(System::nanoTime));
    }

    /** @return the newest first */
    List<Failure> failuresOf(String taskId) {
        synchronized (failures) {
            return failures.stream().filter(failure -> failure.taskId().equals(taskId)).toList();
        }
    }
}
