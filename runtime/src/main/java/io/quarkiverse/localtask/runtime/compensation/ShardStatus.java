package io.quarkiverse.localtask.runtime.compensation;

import java.time.Duration;
import java.util.Optional;

import io.quarkiverse.localtask.runtime.config.Shard;

/**
 * What a shard is doing in this instance.
 *
 * @param shard its settings
 * @param running whether this instance scans it
 * @param sinceLastScan how long ago it has last seen its lanes to their end; empty: it has not yet
 * @param moved how many rows that scan has claimed, buried or moved
 */
public record ShardStatus(Shard shard, boolean running, Optional<Duration> sinceLastScan, int moved) {
}
