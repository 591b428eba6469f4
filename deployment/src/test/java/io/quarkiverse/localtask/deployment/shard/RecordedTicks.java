package io.quarkiverse.localtask.deployment.shard;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;

import io.quarkiverse.localtask.runtime.compensation.ShardTicks;

/** Stands in for the scan loops. */
@ApplicationScoped
@Alternative
@Priority(1)
public class RecordedTicks implements ShardTicks {

    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    @Override
    public void tick(String shard) {
        counts.merge(shard, 1, Integer::sum);
    }

    int count(String shard) {
        return counts.getOrDefault(shard, 0);
    }
}
