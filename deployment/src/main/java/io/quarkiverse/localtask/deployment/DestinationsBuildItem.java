package io.quarkiverse.localtask.deployment;

import java.util.Set;

import io.quarkus.builder.item.SimpleBuildItem;

/** The destinations the build knows: those with any key visible at build. */
public final class DestinationsBuildItem extends SimpleBuildItem {

    private final Set<String> names;

    /** @param names their names */
    public DestinationsBuildItem(Set<String> names) {
        this.names = Set.copyOf(names);
    }

    /** @return their names */
    public Set<String> names() {
        return names;
    }
}
