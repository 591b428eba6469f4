package io.quarkiverse.localtask.it.benchmark.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;

/** What was measured: one value per workload, contender, figure and round. */
public final class Figures {

    /** @param workload and figure have names that do not change from release to release */
    public record Key(String workload, String contender, String figure) {
    }

    private final Map<Key, List<Double>> values = new LinkedHashMap<>();

    public void add(String workload, Kind contender, String figure, double value) {
        add(workload, contender.label(), figure, value);
    }

    /** @param contender a contender's label, or a variant of one */
    public void add(String workload, String contender, String figure, double value) {
        values.computeIfAbsent(new Key(workload, contender, figure), key -> new ArrayList<>()).add(value);
    }

    public Map<Key, List<Double>> all() {
        return values;
    }

    public OptionalDouble median(String workload, Kind contender, String figure) {
        return median(workload, contender.label(), figure);
    }

    public OptionalDouble median(String workload, String contender, String figure) {
        List<Double> found = values.get(new Key(workload, contender, figure));
        return found == null ? OptionalDouble.empty() : OptionalDouble.of(median(found));
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
