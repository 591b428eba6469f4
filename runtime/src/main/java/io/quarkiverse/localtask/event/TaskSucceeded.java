package io.quarkiverse.localtask.event;

/**
 * A task was delivered, and that is written and committed. Fired for {@code @Observes} and {@code @ObservesAsync}, on a worker
 * of its own: an observer delays no delivery. When observers cannot keep up, events are dropped with a warning.
 *
 * @param taskId the task's id
 * @param name the task's name
 * @param destination where it went
 * @param attempt which attempt it was, from 1
 */
public record TaskSucceeded(String taskId, String name, String destination, int attempt) {
}
