package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.time.Duration;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;

/** What comes before everything that is measured: the virtual machine compiles, pools fill, limits are found. */
public final class WarmUp {

    private static final int DRAINS = 2;
    private static final Duration BRIEF = Duration.ofSeconds(5);

    private WarmUp() {
    }

    public static void run(Contestant contestant, Sizes sizes) {
        run(contestant, sizes, Duration.ofSeconds(sizes.warmUpSeconds()));
    }

    /** For what the destination limits, and not the CPU. */
    public static void brief(Contestant contestant, Sizes sizes) {
        run(contestant, sizes, BRIEF);
    }

    private static void run(Contestant contestant, Sizes sizes, Duration atLeast) {
        Figures unused = new Figures();
        contestant.deliver();
        long start = System.nanoTime();
        for (int i = 0; i < DRAINS && contestant.kind().delivers(); i++) {
            Drain.run(contestant, Drain.NAME, sizes.warmUp(), "", sizes.patienceSeconds(), unused);
        }
        do {
            Steady.run(contestant, Steady.NAME, sizes.warmUp(), unused);
        } while (System.nanoTime() - start < atLeast.toNanos());
    }
}
