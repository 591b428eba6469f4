package io.quarkiverse.localtask.it.benchmark.driver.report;

import java.util.OptionalDouble;

/**
 * What must be reached.
 *
 * @param name does not change from release to release
 * @param value what was reached; empty: not measured
 * @param atLeast whether more is better
 */
record Target(String name, OptionalDouble value, double bound, boolean atLeast) {

    /** How much a run may fall short, because of noise. */
    private static final double NOISE = 0.15;

    boolean isReached() {
        return value.isPresent() && (atLeast ? value.getAsDouble() >= bound : value.getAsDouble() <= bound);
    }

    /** @return whether it was measured and falls short by more than noise explains */
    boolean isMissed() {
        return value.isPresent() && !(atLeast ? value.getAsDouble() >= bound * (1 - NOISE)
                : value.getAsDouble() <= bound * (1 + NOISE));
    }

    String verdict() {
        return value.isEmpty() ? "not checked" : isReached() ? "reached" : isMissed() ? "MISSED" : "within noise";
    }
}
