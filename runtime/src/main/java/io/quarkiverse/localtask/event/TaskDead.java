package io.quarkiverse.localtask.event;

/**
 * A task was given up, and that is written and committed: its attempts are used up, or the destination refused it for good.
 * Fired like {@link TaskSucceeded}.
 *
 * @param taskId the task's id
 * @param name the task's name
 * @param destination where it should have gone
 * @param attempts attempts counted
 * @param reason why, without payload or secrets
 */
public record TaskDead(String taskId, String name, String destination, int attempts, String reason) {
}
