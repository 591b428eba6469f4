package io.quarkiverse.localtask.deployment;

import java.util.Optional;

import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.metrics.MetricsCapabilityBuildItem;
import io.quarkus.runtime.metrics.MetricsFactory;

/** Brings the meters into applications that have Micrometer. They are named by text: it is not there in others. */
class MetricsProcessor {

    private static final String PACKAGE = "io.quarkiverse.localtask.runtime.metrics.";

    @BuildStep
    void meters(LocalTaskBuildTimeConfig config, Optional<MetricsCapabilityBuildItem> metrics,
            BuildProducer<AdditionalBeanBuildItem> beans) {
        if (config.enabled() && config.metrics().enabled()
                && metrics.filter(known -> known.metricsSupported(MetricsFactory.MICROMETER)).isPresent()) {
            beans.produce(AdditionalBeanBuildItem.builder().setUnremovable()
                    .addBeanClasses(PACKAGE + "TaskMeters", PACKAGE + "TaskGauges").build());
        }
    }
}
