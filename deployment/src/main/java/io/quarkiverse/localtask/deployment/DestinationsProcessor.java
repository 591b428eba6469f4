package io.quarkiverse.localtask.deployment;

import org.eclipse.microprofile.config.ConfigProvider;

import io.quarkiverse.localtask.runtime.config.Declared;
import io.quarkus.deployment.annotations.BuildStep;

/** Tells the other processors which destinations are declared. */
class DestinationsProcessor {

    @BuildStep
    DestinationsBuildItem destinations() {
        return new DestinationsBuildItem(Declared.atBuild(ConfigProvider.getConfig()).destinations());
    }
}
