package io.quarkiverse.localtask.deployment;

import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.FeatureBuildItem;

/** Names the extension. Each concern has a processor of its own. */
class LocalTaskProcessor {

    static final String FEATURE = "local-task";

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem(FEATURE);
    }
}
