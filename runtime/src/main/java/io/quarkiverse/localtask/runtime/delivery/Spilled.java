package io.quarkiverse.localtask.runtime.delivery;

import java.util.List;

/**
 * Ids of spilled tasks of one destination, for which room is reserved.
 *
 * @param destination its name
 * @param ids primary keys, the oldest first
 */
public record Spilled(String destination, List<Long> ids) {
}
