package io.quarkiverse.localtask.deployment;

import io.quarkus.builder.item.SimpleBuildItem;

/** The datasource that holds the task table: it exists, is of a supported kind and takes part in JTA transactions. */
public final class TaskDataSourceBuildItem extends SimpleBuildItem {

    private final String name;
    private final String dbKind;

    /**
     * @param name the datasource's name, {@code <default>} for the default one
     * @param dbKind its kind, normalized
     */
    public TaskDataSourceBuildItem(String name, String dbKind) {
        this.name = name;
        this.dbKind = dbKind;
    }

    /** @return the datasource's name, {@code <default>} for the default one */
    public String name() {
        return name;
    }

    /** @return its kind, normalized: {@code postgresql} or {@code h2} */
    public String dbKind() {
        return dbKind;
    }
}
