package io.quarkiverse.localtask.runtime.compensation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.quarkiverse.localtask.runtime.delivery.DestinationStatus;

/** What this instance is doing. To ask costs nothing: no statement is run for it. */
public interface EngineStatus {

    /** @return every destination; none if this instance sends nothing */
    List<DestinationStatus> destinations();

    /** @return that destination; empty if this instance does not know it, or sends nothing */
    Optional<DestinationStatus> destination(String name);

    /** @return how many ids of tasks wait in memory whose content is in the table alone */
    int spilled();

    /** @return every shard; none if this instance sends nothing */
    List<ShardStatus> shards();

    /**
     * How long the oldest waiting task of each destination has been waiting, as a look at the table has found it that is made
     * every ten seconds for as long as somebody asks.
     *
     * @return by destination, none where nothing waits; empty as long as nobody has looked: before the first look, which the
     *         first question starts, when the last question was five minutes ago, and while the database is away from the
     *         beginning
     */
    Optional<Map<String, Duration>> oldestWaiting();
}
