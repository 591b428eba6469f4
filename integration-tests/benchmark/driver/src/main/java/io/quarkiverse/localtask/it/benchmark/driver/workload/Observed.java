package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.util.List;
import java.util.Map;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Stage;

/** The steady workload without metrics and traces, and with them: every transaction in a span, every attempt a span. */
public final class Observed {

    public static final String NAME = "observed";

    private Observed() {
    }

    public static void run(Stage stage, Sizes sizes, Map<String, String> properties, int rounds, Figures figures) {
        for (int round = 0; round < rounds; round++) {
            for (Kind kind : round % 2 == 0 ? List.of(Kind.OURS_MARK, Kind.OURS_OBSERVED)
                    : List.of(Kind.OURS_OBSERVED, Kind.OURS_MARK)) {
                try (Contestant contestant = stage.start(kind, properties)) {
                    WarmUp.run(contestant, sizes);
                    Steady.run(contestant, NAME, sizes.steady(), figures);
                }
            }
        }
    }
}
