package io.quarkiverse.localtask.runtime.store;

import java.util.function.Supplier;

import org.eclipse.microprofile.config.ConfigProvider;

import io.quarkiverse.localtask.runtime.config.PropertyNames;
import io.quarkus.runtime.annotations.RecordableConstructor;

/** The DDL of the application's tables, for tools that offer to write a first migration. */
public final class InitialScript implements Supplier<String> {

    private final String dbKind;

    /** @param dbKind the datasource's {@code db-kind} */
    @RecordableConstructor
    public InitialScript(String dbKind) {
        this.dbKind = dbKind;
    }

    /** @return where the recorder finds the constructor's argument */
    public String getDbKind() {
        return dbKind;
    }

    @Override
    public String get() {
        String table = ConfigProvider.getConfig().getOptionalValue(PropertyNames.TABLE_NAME, String.class)
                .orElse(TableNames.DEFAULT_TABLE);
        return DdlScript.of(TaskStores.jdbc(dbKind, table).traits().dialect(), TableNames.of(table)).text();
    }
}
