package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Stage;

/** One, two and four instances that drain one table, and one with as many shards as houses. */
public final class Scale {

    public static final String NAME = "scale";

    private Scale() {
    }

    public static void run(Stage stage, Sizes sizes, Map<String, String> properties, Figures figures) {
        for (int count : new int[] { 1, 2, 4 }) {
            drain(stage, Kind.OURS_MARK, sizes, properties, count, figures);
        }
        drain(stage, Kind.OURS_IN_64_SHARDS, sizes, properties, 1, figures);
    }

    private static void drain(Stage stage, Kind kind, Sizes sizes, Map<String, String> properties, int count, Figures figures) {
        List<Contestant> instances = new ArrayList<>();
        Contestant first = stage.start(kind, properties);
        instances.add(first);
        try {
            while (instances.size() < count) {
                instances.add(stage.join(first, properties));
            }
            instances.forEach(instance -> WarmUp.drains(instance, sizes));
            Figures drained = new Figures();
            double cpu = cpuSeconds(instances);
            Drain.run(first, NAME, sizes.drain(), "", sizes.patienceSeconds(), drained);
            String label = kind.label() + "-" + count + "-instances";
            for (String figure : List.of("delivered_per_s", "duplicates", "database_cpu_us_per_task")) {
                figures.add(NAME, label, figure, drained.median(NAME, kind, figure).orElse(Double.NaN));
            }
            figures.add(NAME, label, "application_cpu_us_per_task", (cpuSeconds(instances) - cpu) * 1e6 / sizes.drain());
            figures.add(NAME, label, "attempted_twice",
                    first.database().number("SELECT count(*) FROM local_task_message WHERE attempts > 1"));
        } finally {
            instances.subList(1, instances.size()).forEach(Contestant::kill);
            first.close();
        }
    }

    private static double cpuSeconds(List<Contestant> instances) {
        return instances.stream().mapToDouble(Contestant::cpuSeconds).sum();
    }
}
