package io.quarkiverse.localtask.runtime.store;

import java.sql.SQLException;

/** A function that may fail with a database's error. */
@FunctionalInterface
public interface SqlFunction<T, R> {

    R apply(T argument) throws SQLException;
}
