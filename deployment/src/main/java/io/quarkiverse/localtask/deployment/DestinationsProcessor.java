package io.quarkiverse.localtask.deployment;

import java.util.HashSet;
import java.util.Set;

import org.eclipse.microprofile.config.ConfigProvider;

import io.quarkus.deployment.annotations.BuildStep;
import io.smallrye.config.NameIterator;

/** Finds the destinations that are declared by any key under their name. */
class DestinationsProcessor {

    private static final String PREFIX = "quarkus.local-task.destinations.";

    @BuildStep
    DestinationsBuildItem destinations() {
        Set<String> names = new HashSet<>();
        for (String property : ConfigProvider.getConfig().getPropertyNames()) {
            if (property.startsWith(PREFIX)) {
                NameIterator segments = new NameIterator(property.substring(PREFIX.length()));
                if (segments.hasNext()) {
                    names.add(segments.getNextSegment());
                }
            }
        }
        return new DestinationsBuildItem(names);
    }
}
