package io.quarkiverse.localtask.it.benchmark.driver.workload;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;

/** What comes before everything that is measured: the virtual machine compiles, pools fill, limits are found. */
public final class WarmUp {

    /**
     * So often, since on few cores that are all busy the compiler has its turn late: with two times, of 10,000 each, a fifth of
     * the
     * CPU of what was measured then was the compiler's.
     */
    private static final int TIMES = 8;
    private static final int DRAINS = 2;

    private WarmUp() {
    }

    public static void run(Contestant contestant, Sizes sizes) {
        Figures unused = new Figures();
        contestant.deliver();
        for (int i = 0; i < TIMES; i++) {
            Steady.run(contestant, Steady.NAME, sizes.warmUp(), unused);
            if (i < DRAINS && contestant.kind().delivers()) {
                Drain.run(contestant, Drain.NAME, sizes.warmUp(), "", sizes.patienceSeconds(), unused);
            }
        }
    }
}
