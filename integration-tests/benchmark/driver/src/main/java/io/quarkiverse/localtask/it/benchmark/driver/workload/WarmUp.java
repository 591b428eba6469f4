package io.quarkiverse.localtask.it.benchmark.driver.workload;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;

/** What comes before everything that is measured: the virtual machine compiles, pools fill, limits are found. */
public final class WarmUp {

    private static final int TIMES = 2;

    private WarmUp() {
    }

    public static void run(Contestant contestant, Sizes sizes) {
        Figures unused = new Figures();
        contestant.deliver();
        for (int i = 0; i < TIMES; i++) {
            Steady.run(contestant, Steady.NAME, sizes.warmUp(), unused);
            if (contestant.kind().delivers()) {
                Drain.run(contestant, Drain.NAME, sizes.warmUp(), "", sizes.patienceSeconds(), unused);
            }
        }
    }
}
