package io.quarkiverse.localtask.event;

import java.time.Duration;

/**
 * An attempt failed, and that is written and committed; the task will be tried again. Fired like {@link TaskSucceeded}.
 *
 * @param taskId the task's id
 * @param name the task's name
 * @param destination where it should have gone
 * @param attempt which attempt it was, from 1
 * @param reason why, without payload or secrets
 * @param retryIn how long after the attempt's end the next one is due
 */
public record TaskFailed(String taskId, String name, String destination, int attempt, String reason, Duration retryIn) {
}
