package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Stage;

/** One, two and four instances that drain one table. */
public final class Scale {

    public static final String NAME = "scale";

    private Scale() {
    }

    public static void run(Stage stage, Sizes sizes, Map<String, String> properties, Figures figures) {
        for (int count : new int[] { 1, 2, 4 }) {
            List<Contestant> instances = new ArrayList<>();
            Contestant first = stage.start(Kind.OURS_MARK, properties);
            instances.add(first);
            try {
                while (instances.size() < count) {
                    instances.add(stage.join(first, properties));
                }
                Figures warmUp = new Figures();
                for (Contestant instance : instances) {
                    Steady.run(instance, NAME, sizes.warmUp(), warmUp);
                }
                Drain.run(first, NAME, sizes.warmUp(), "", sizes.patienceSeconds(), warmUp);
                Figures drained = new Figures();
                Drain.run(first, NAME, sizes.drain(), "", sizes.patienceSeconds(), drained);
                String label = Kind.OURS_MARK.label() + "-" + count + "-instances";
                figures.add(NAME, label, "delivered_per_s",
                        drained.median(NAME, Kind.OURS_MARK, "delivered_per_s").orElse(Double.NaN));
                figures.add(NAME, label, "duplicates", drained.median(NAME, Kind.OURS_MARK, "duplicates").orElse(Double.NaN));
                figures.add(NAME, label, "attempted_twice",
                        first.database().number("SELECT count(*) FROM local_task_message WHERE attempts > 1"));
            } finally {
                instances.subList(1, instances.size()).forEach(Contestant::kill);
                first.close();
            }
        }
    }
}
