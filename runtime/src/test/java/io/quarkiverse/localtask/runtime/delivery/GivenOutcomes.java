package io.quarkiverse.localtask.runtime.delivery;

import java.time.Duration;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.OutcomeConfig;

/** How outcomes are written back, as a test wants it. */
public record GivenOutcomes(Duration maxWait, int maxPending) implements OutcomeConfig {

    @Override
    public int maxBatch() {
        return 100;
    }
}
