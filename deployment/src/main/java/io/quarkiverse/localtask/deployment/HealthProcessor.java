package io.quarkiverse.localtask.deployment;

import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.smallrye.health.deployment.spi.HealthBuildItem;

/** Adds to the readiness of applications that have health checks. */
class HealthProcessor {

    @BuildStep
    void health(LocalTaskBuildTimeConfig config, BuildProducer<HealthBuildItem> checks) {
        if (config.enabled()) {
            checks.produce(new HealthBuildItem("io.quarkiverse.localtask.runtime.health.TaskHealth",
                    config.health().enabled()));
        }
    }
}
