package io.quarkiverse.localtask.runtime;

import io.quarkus.datasource.common.runtime.DataSourceUtil;

/**
 * The datasource that holds the task table, as the build knows it.
 *
 * @param name its name
 * @param dbKind its kind of database
 */
public record TaskDataSource(String name, String dbKind) {

    /** @return how to speak of it in a message */
    String describe() {
        return DataSourceUtil.isDefault(name) ? "the default datasource" : "datasource '" + name + "'";
    }
}
