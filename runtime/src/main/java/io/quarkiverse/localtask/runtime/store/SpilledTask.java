package io.quarkiverse.localtask.runtime.store;

/**
 * All that is kept of a task that was written here and did not fit into memory.
 *
 * @param id primary key
 * @param taskId together with {@code id}, since an id can come again after a restore
 * @param deadline when it is no longer this instance's to send, by {@link System#nanoTime()}
 */
public record SpilledTask(long id, String taskId, long deadline) {
}
