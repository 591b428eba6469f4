package io.quarkiverse.localtask;

/**
 * What became of a {@link TaskMessage} that was handed to {@link LocalTasks#accept(TaskMessage)}.
 *
 * @param taskId the task's id
 * @param duplicate {@code true}: a task with this id is already in the table, committed or written earlier in this transaction;
 *        nothing was written and this message
 *        is
 *        not sent
 */
public record TaskReceipt(String taskId, boolean duplicate) {
}
