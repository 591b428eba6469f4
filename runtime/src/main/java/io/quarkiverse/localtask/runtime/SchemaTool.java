package io.quarkiverse.localtask.runtime;

import jakarta.inject.Singleton;

/** Whether Flyway or Liquibase has migrations for the datasource of the task table: the table is its business then. */
@Singleton
class SchemaTool {

    private volatile boolean inCharge;

    void hasMigrations() {
        inCharge = true;
    }

    boolean isInCharge() {
        return inCharge;
    }
}
