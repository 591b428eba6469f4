package io.quarkiverse.localtask.runtime;

import java.sql.Connection;
import java.sql.SQLException;

import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.TaskStore;
import io.quarkiverse.localtask.runtime.store.TaskStores;
import io.quarkus.agroal.runtime.AgroalDataSourceUtil;

@Singleton
class TaskTable {

    private final TaskDataSource source;
    private final Settings settings;
    private final TaskStore store;
    private final Database database;

    TaskTable(TaskDataSource source, Settings settings) {
        this.source = source;
        this.settings = settings;
        this.store = TaskStores.of(source.dbKind(), settings.run().tableName());
        this.database = new Database(AgroalDataSourceUtil.dataSourceIfActive(source.name()).orElseThrow(),
                settings.run().compensation().parallelScans());
    }

    TaskStore store() {
        return store;
    }

    Database database() {
        return database;
    }

    void validateAtStart() {
        try {
            database.create(source.dbKind(), settings.run().tableName());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    void ensureValid(Connection connection) {
    }

    boolean isValid() {
        return true;
    }

    Connection callersConnection() throws SQLException {
        return AgroalDataSourceUtil.dataSourceIfActive(source.name()).orElseThrow().getConnection();
    }

    String describe() {
        return source.describe();
    }
}
