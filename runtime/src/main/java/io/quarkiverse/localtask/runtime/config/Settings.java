package io.quarkiverse.localtask.runtime.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The configuration, validated once and sealed: everything else reads this.
 *
 * @param build the fixed part
 * @param run the operator's part; its maps are better read from {@code destinations} and {@code shards}
 * @param application owner of the table
 * @param destinations every configured destination this instance knows, by name
 * @param adHoc the destinations that stand for targets that messages bring along, by name
 * @param shards every shard, enabled or not
 */
public record Settings(LocalTaskBuildTimeConfig build, LocalTaskRuntimeConfig run, String application,
        Map<String, Destination> destinations, Map<String, Destination> adHoc, List<Shard> shards) {

    /** @return every destination that rows of this instance may name */
    public Collection<Destination> allDestinations() {
        List<Destination> all = new ArrayList<>(destinations.values());
        all.addAll(adHoc.values());
        return all;
    }

    /** @return the house number of a task id; never negative, whatever the hash */
    public int houseOf(String taskId) {
        return Math.floorMod(taskId.hashCode(), build.houses());
    }
}
