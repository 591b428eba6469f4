package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.time.Duration;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;

/** What comes before everything that is measured: the virtual machine compiles, pools fill, limits are found. */
public final class WarmUp {

    private static final int DRAINS = 2;

    private WarmUp() {
    }

    public static void run(Contestant contestant, Sizes sizes) {
        run(contestant, sizes, sizes.warmUps());
    }

    /** For what the destination limits, and not the CPU. */
    public static void brief(Contestant contestant, Sizes sizes) {
        run(contestant, sizes, 1);
    }

    private static void run(Contestant contestant, Sizes sizes, int times) {
        Figures unused = new Figures();
        contestant.deliver();
        for (int i = 0; i < DRAINS && contestant.kind().delivers(); i++) {
            if (!Drain.run(contestant, Drain.NAME, sizes.warmUp(), "", sizes.patienceSeconds(), unused)) {
                // the next one must not meet what is left of this one
                contestant.awaitDone(sizes.warmUp(), Duration.ofMinutes(5));
            }
        }
        for (int i = 0; i < times; i++) {
            Steady.run(contestant, Steady.NAME, sizes.warmUp(), unused);
        }
    }
}
