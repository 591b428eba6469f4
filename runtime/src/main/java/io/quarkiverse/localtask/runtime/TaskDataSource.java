package io.quarkiverse.localtask.runtime;

import io.quarkus.datasource.common.runtime.DataSourceUtil;

/**
 * The datasource that holds the task table, as the build knows it.
 *
 * @param name its name
 * @param dbKind its kind of database
 * @param schemaTool whether Flyway or Liquibase is in the application
 */
public record TaskDataSource(String name, String dbKind, boolean schemaTool) {

    /** @return how to speak of it in a message */
    String describe() {
        return DataSourceUtil.isDefault(name) ? "the default datasource" : "datasource '" + name + "'";
    }
}
