package io.quarkiverse.localtask.deployment;

import io.quarkiverse.localtask.runtime.channel.http.AdHocMessageCheck;
import io.quarkiverse.localtask.runtime.channel.http.HttpReferencesCheck;
import io.quarkiverse.localtask.runtime.channel.http.HttpTaskChannel;
import io.quarkiverse.localtask.runtime.channel.http.HttpTaskClient;
import io.quarkiverse.localtask.runtime.channel.http.SystemHostResolver;
import io.quarkiverse.localtask.spi.DestinationHeaders;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.UnremovableBeanBuildItem;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.AdditionalIndexedClassesBuildItem;

/** Brings the {@code http} channel into the application. */
class HttpChannelProcessor {

    @BuildStep
    AdditionalBeanBuildItem channel() {
        return AdditionalBeanBuildItem.builder().setUnremovable()
                .addBeanClasses(HttpTaskChannel.class, HttpReferencesCheck.class, AdHocMessageCheck.class,
                        SystemHostResolver.class)
                .build();
    }

    /** The REST client generates a proxy for what it finds in the index. */
    @BuildStep
    AdditionalIndexedClassesBuildItem client() {
        return new AdditionalIndexedClassesBuildItem(HttpTaskClient.class.getName(),
                HttpTaskClient.GetWithBody.class.getName());
    }

    @BuildStep
    UnremovableBeanBuildItem headerBeans() {
        return UnremovableBeanBuildItem.beanTypes(DestinationHeaders.class);
    }
}
