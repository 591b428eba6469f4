package io.quarkiverse.localtask.runtime.delivery;

import java.util.List;

import io.quarkiverse.localtask.runtime.store.SpilledTask;

/**
 * Spilled tasks of one destination, for which room is reserved.
 *
 * @param destination its name
 * @param tasks the oldest first
 */
public record Spilled(String destination, List<SpilledTask> tasks) {
}
