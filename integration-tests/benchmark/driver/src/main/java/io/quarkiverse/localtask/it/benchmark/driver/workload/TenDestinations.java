package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Await;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Receiver;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Stage;

/** Ten destinations that answer after 50 ms; then the same with one that never answers. */
public final class TenDestinations {

    public static final String NAME = "ten_destinations";

    private TenDestinations() {
    }

    public static void run(Stage stage, Sizes sizes, Map<String, String> properties, Figures figures) {
        Map<String, String> ten = new HashMap<>(Map.of("bench.destinations", "10"));
        ten.putAll(properties);
        for (String silent : new String[] { "", "&silent=/t/d9" }) {
            try (Contestant contestant = stage.start(Kind.OURS_MARK, ten)) {
                WarmUp.brief(contestant, sizes);
                Receiver receiver = contestant.receiver();
                receiver.expect(sizes.slow(), "&delay=50" + silent);
                contestant.store(sizes.slow());
                contestant.database().execute("ANALYZE");
                contestant.deliver();
                int answered = silent.isEmpty() ? sizes.slow() : sizes.slow() / 10 * 9;
                Await.until(Duration.ofSeconds(120), () -> receiver.counts().distinct() >= answered);
                Receiver.Counts counts = receiver.counts();
                figures.add(NAME, Kind.OURS_MARK, silent.isEmpty() ? "delivered_per_s" : "delivered_per_s_with_one_silent",
                        counts.distinct() / ((counts.last() - counts.first()) / 1e9));
            }
        }
    }
}
