package io.quarkiverse.localtask.runtime.store;

import io.quarkiverse.localtask.Task;

/**
 * A row that was looked at.
 *
 * @param key its place in the list
 * @param task the task
 * @param meant whether it is one of those that the filter means
 */
public record Listed(ListKey key, Task task, boolean meant) {
}
