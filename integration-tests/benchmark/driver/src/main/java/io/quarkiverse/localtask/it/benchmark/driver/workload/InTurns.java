package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.util.List;
import java.util.Map;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Stage;

/**
 * The extension and its fair floor, both there and warm, in short turns: a machine whose speed changes from minute to minute is
 * equally fast for both. While one has its turn the other has nothing to do.
 */
public final class InTurns {

    public static final String STEADY = "steady_in_turns";
    public static final String DRAIN = "drain_in_turns";

    private static final int STEADY_TURNS = 8;
    private static final int DRAIN_TURNS = 3;

    private InTurns() {
    }

    public static void run(Stage stage, Sizes sizes, Map<String, String> properties, Figures figures) {
        run(stage, Kind.OURS_MARK, Kind.FAIR_FLOOR_MARK, sizes, properties, figures);
        run(stage, Kind.OURS_DELETE, Kind.FAIR_FLOOR_DELETE, sizes, properties, figures);
    }

    private static void run(Stage stage, Kind ours, Kind floor, Sizes sizes, Map<String, String> properties,
            Figures figures) {
        try (Contestant one = stage.start(ours, properties); Contestant other = stage.start(floor, properties)) {
            WarmUp.run(one, sizes);
            WarmUp.run(other, sizes);
            for (int turn = 0; turn < STEADY_TURNS; turn++) {
                for (Contestant contestant : inOrder(one, other, turn)) {
                    stage.rest(contestant);
                    Steady.run(contestant, STEADY, sizes.steady() / 2, figures);
                }
            }
            for (int turn = 0; turn < DRAIN_TURNS; turn++) {
                for (Contestant contestant : inOrder(one, other, turn)) {
                    stage.rest(contestant);
                    Drain.run(contestant, DRAIN, sizes.drain() / 2, "", sizes.patienceSeconds(), figures);
                }
            }
        }
    }

    private static List<Contestant> inOrder(Contestant one, Contestant other, int turn) {
        return turn % 2 == 0 ? List.of(one, other) : List.of(other, one);
    }
}
