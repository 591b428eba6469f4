package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.time.Duration;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;

/**
 * What comes before everything that is measured: the virtual machine compiles, pools fill, limits are found. On cores that are
 * busy the compiler has its turn late, so it gets them for itself now and then.
 */
public final class WarmUp {

    private static final int DRAINS = 2;
    /** So many parts after which there was nothing to compile, one after the other, are enough. */
    private static final int QUIET_PARTS = 3;

    private WarmUp() {
    }

    public static void run(Contestant contestant, Sizes sizes) {
        run(contestant, sizes, DRAINS, sizes.warmUps());
    }

    /** For what the destination limits, and not the CPU. */
    public static void brief(Contestant contestant, Sizes sizes) {
        run(contestant, sizes, DRAINS, 1);
    }

    /** For what takes no transactions: messages wait when it begins. */
    public static void drains(Contestant contestant, Sizes sizes) {
        run(contestant, sizes, 2 * DRAINS, 1);
    }

    private static void run(Contestant contestant, Sizes sizes, int drains, int parts) {
        Figures unused = new Figures();
        contestant.deliver();
        for (int i = 0; i < drains && contestant.kind().delivers(); i++) {
            if (!Drain.run(contestant, Drain.NAME, sizes.warmUp(), "", sizes.patienceSeconds(), unused)) {
                // the next one must not meet what is left of this one
                contestant.awaitDone(sizes.warmUp(), Duration.ofMinutes(5));
            }
            contestant.awaitQuiet();
        }
        for (int i = 0, quiet = 0; i < parts && quiet < QUIET_PARTS; i++) {
            Steady.run(contestant, Steady.NAME, sizes.warmUp() / 2, unused);
            quiet = contestant.awaitQuiet() ? quiet + 1 : 0;
        }
    }
}
