package io.quarkiverse.localtask.runtime.config;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which shard scans which house numbers: fixed at build, checked at build and once more at start.
 *
 * @param houses the house numbers of each shard, by its name
 * @param implicit whether there is only the shard {@code default}, which nobody declared
 */
public record ShardLayout(SortedMap<String, BitSet> houses, boolean implicit) {

    /** The most house numbers a table can have. */
    public static final int MAX_HOUSES = 4096;

    private static final String HOUSES = PropertyNames.PREFIX + "houses";

    /**
     * @param build the fixed configuration
     * @param declared the shards with a key visible at build
     * @param problems takes bad syntax, and all overlaps and gaps in one line
     * @return the layout, as far as it could be understood
     */
    public static ShardLayout of(LocalTaskBuildTimeConfig build, Set<String> declared, Problems problems) {
        int count = build.houses();
        if (count < 1 || count > MAX_HOUSES) {
            problems.add(HOUSES, count, "the number of houses is from 1 to " + MAX_HOUSES, "64 suits most applications");
            count = Math.min(Math.max(count, 1), MAX_HOUSES);
        }
        SortedMap<String, BitSet> houses = new TreeMap<>();
        if (isImplicit(build, declared)) {
            BitSet all = new BitSet(count);
            all.set(0, count);
            houses.put(Shard.DEFAULT_NAME, all);
            return new ShardLayout(houses, true);
        }
        boolean readable = true;
        for (String name : Set.copyOf(declared)) {
            MapKeys.checkName("shard", name, problems);
            readable &= readHouses(name, build.shards().get(name), count, houses, problems);
        }
        if (readable) {
            checkCover(houses, count, problems);
        }
        return new ShardLayout(houses, false);
    }

    private static boolean isImplicit(LocalTaskBuildTimeConfig build, Set<String> declared) {
        return declared.isEmpty() || declared.equals(Set.of(Shard.DEFAULT_NAME))
                && !hasHouses(build.shards().get(Shard.DEFAULT_NAME));
    }

    private static boolean hasHouses(LocalTaskBuildTimeConfig.ShardBuildTimeConfig shard) {
        return shard != null && shard.houseNumbers().isPresent();
    }

    private static boolean readHouses(String name, LocalTaskBuildTimeConfig.ShardBuildTimeConfig shard, int count,
            Map<String, BitSet> houses, Problems problems) {
        String property = PropertyNames.ofShard(name, "house-numbers");
        String text = hasHouses(shard) ? shard.houseNumbers().get() : "";
        List<String> faults = new ArrayList<>();
        if (text.isBlank()) {
            problems.missing(property, "every declared shard names its house numbers at build",
                    "set it, for example to 0-" + (count - 1) + ", or remove all keys of the shard");
            return false;
        }
        houses.put(name, HouseNumbers.parse(text, count, faults::add));
        faults.forEach(fault -> problems.add(property, text, fault,
                "write numbers and ascending ranges from 0 to " + (count - 1) + ", separated by commas, like 0-3,7"));
        return faults.isEmpty();
    }

    private static void checkCover(SortedMap<String, BitSet> houses, int count, Problems problems) {
        List<String> faults = new ArrayList<>();
        BitSet covered = new BitSet(count);
        List<String> names = List.copyOf(houses.keySet());
        for (int i = 0; i < names.size(); i++) {
            for (int j = i + 1; j < names.size(); j++) {
                BitSet both = (BitSet) houses.get(names.get(i)).clone();
                both.and(houses.get(names.get(j)));
                if (!both.isEmpty()) {
                    faults.add(HouseNumbers.format(both) + " belong to " + names.get(i) + " and " + names.get(j));
                }
            }
            covered.or(houses.get(names.get(i)));
        }
        covered.flip(0, count);
        if (!covered.isEmpty()) {
            faults.add(HouseNumbers.format(covered) + " belong to no shard");
        }
        if (!faults.isEmpty()) {
            problems.add(PropertyNames.SHARDS + "*.house-numbers: every house number from 0 to " + (count - 1)
                    + " belongs to exactly one shard, but " + String.join("; ", faults)
                    + "; give each number to one of " + String.join(", ", names));
        }
    }
}
