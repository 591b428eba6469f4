package io.quarkiverse.localtask;

import java.util.List;

/**
 * Some of the tasks that a filter means.
 *
 * @param tasks the tasks; fewer than asked for, even none, where many others had to be looked at
 * @param next where to go on, for {@link LocalTasks#list}; {@code null}: these were the last ones
 */
public record TaskPage(List<Task> tasks, String next) {
}
