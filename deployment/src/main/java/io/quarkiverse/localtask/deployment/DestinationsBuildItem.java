package io.quarkiverse.localtask.deployment;

import java.util.Set;

import io.quarkus.builder.item.SimpleBuildItem;

/** The destinations that are known at build time. */
public final class DestinationsBuildItem extends SimpleBuildItem {

    private final Set<String> names;

    public DestinationsBuildItem(Set<String> names) {
        this.names = Set.copyOf(names);
    }

    /** @return the names, without quotes */
    public Set<String> names() {
        return names;
    }
}
