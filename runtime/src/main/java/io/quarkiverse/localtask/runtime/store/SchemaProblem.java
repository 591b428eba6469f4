package io.quarkiverse.localtask.runtime.store;

/**
 * One thing that is wrong with a table.
 *
 * @param table the table
 * @param kind what kind of remedy it needs
 * @param text what is wrong, as a line of an error
 * @param index the missing index in the notation of {@link JdbcTaskStore.Traits#laneIndexes()}, else {@code null}
 */
record SchemaProblem(String table, Kind kind, String text, String index) {

    enum Kind {
        MISSING_TABLE,
        MISSING_RIGHT,
        COLUMN,
        INDEX,
        FURTHER
    }
}
