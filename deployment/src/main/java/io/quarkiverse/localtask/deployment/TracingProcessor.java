package io.quarkiverse.localtask.deployment;

import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;

/** Brings the spans into applications that have OpenTelemetry. They are named by text: it is not there in others. */
class TracingProcessor {

    private static final String PACKAGE = "io.quarkiverse.localtask.runtime.tracing.";

    @BuildStep
    void spans(LocalTaskBuildTimeConfig config, Capabilities capabilities, BuildProducer<AdditionalBeanBuildItem> beans) {
        if (config.enabled() && config.tracing().enabled() && capabilities.isPresent(Capability.OPENTELEMETRY_TRACER)) {
            beans.produce(AdditionalBeanBuildItem.builder().setUnremovable()
                    .addBeanClasses(PACKAGE + "CallersTrace", PACKAGE + "TracedAttempts").build());
        }
    }
}
