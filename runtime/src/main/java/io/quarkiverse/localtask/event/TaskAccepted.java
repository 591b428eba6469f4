package io.quarkiverse.localtask.event;

/**
 * A task was written. Fired in the caller's transaction, which may still roll back: observe it with
 * {@code @Observes(during = TransactionPhase.AFTER_SUCCESS)} to hear of committed ones only.
 *
 * @param taskId the task's id
 * @param name the task's name
 * @param destination where it goes
 */
public record TaskAccepted(String taskId, String name, String destination) {
}
