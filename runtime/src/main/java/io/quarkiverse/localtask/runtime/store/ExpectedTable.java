package io.quarkiverse.localtask.runtime.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What a table must look like, in terms that all databases share; their own types are in {@link JdbcTaskStore.Traits}. */
record ExpectedTable(String name, List<Column> columns, List<String> indexes,
        Function<String, Optional<String>> indexName) {

    enum Kind {
        BIGINT,
        INT,
        SMALLINT,
        VARCHAR,
        TEXT,
        INSTANT
    }

    /**
     * A column.
     *
     * @param length of a VARCHAR, at least
     * @param nullable whether we leave it out or write NULL
     * @param generated whether the database draws its value
     */
    record Column(String name, Kind kind, int length, boolean nullable, boolean generated) {

        @Override
        public String toString() {
            return name + " " + kind + (kind == Kind.VARCHAR ? "(" + length + ")" : "")
                    + (generated ? " generated as identity" : "") + (nullable ? "" : " NOT NULL");
        }
    }

    /** @param indexName the name that our script gives an index, if it does */
    static ExpectedTable tasks(TableNames names, List<String> laneIndexes, Function<String, Optional<String>> indexName) {
        List<String> indexes = new ArrayList<>(List.of("UNIQUE (id)", "UNIQUE (task_id)"));
        indexes.addAll(laneIndexes);
        return new ExpectedTable(names.table(), List.of(
                new Column("id", Kind.BIGINT, 0, false, true),
                varchar("task_id", 64, false),
                varchar("task_name", 255, false),
                varchar("channel", 64, false),
                varchar("destination", 64, false),
                column("notify_config", Kind.TEXT, true),
                column("payload", Kind.TEXT, false),
                varchar("content_type", 255, false),
                column("house_number", Kind.INT, false),
                column("status", Kind.SMALLINT, false),
                column("attempts", Kind.INT, false),
                column("version", Kind.INT, false),
                column("next_attempt_time", Kind.INSTANT, false),
                varchar("last_error", TaskStore.MAX_ERROR_LENGTH, true),
                varchar("trace_context", 512, true),
                column("create_time", Kind.INSTANT, false),
                column("update_time", Kind.INSTANT, false)), indexes, indexName);
    }

    static ExpectedTable meta(TableNames names) {
        return new ExpectedTable(names.meta(), List.of(
                varchar("table_name", 128, false),
                varchar("application", 255, false),
                column("houses", Kind.INT, false),
                column("schema_version", Kind.INT, false),
                column("update_time", Kind.INSTANT, false)), List.of("UNIQUE (table_name)"), index -> Optional.empty());
    }

    static ExpectedTable audit(TableNames names) {
        return new ExpectedTable(names.audit(), List.of(
                new Column("id", Kind.BIGINT, 0, false, true),
                column("create_time", Kind.INSTANT, false),
                column("tasks", Kind.BIGINT, false),
                varchar("table_name", 128, false),
                varchar("actor", 255, false),
                varchar("action", 32, false),
                varchar("subject", 1000, false)), List.of("UNIQUE (id)"), index -> Optional.empty());
    }

    static ExpectedTable pause(TableNames names) {
        return new ExpectedTable(names.pause(), List.of(
                varchar("table_name", 128, false),
                varchar("destination", 64, false),
                varchar("actor", 255, false),
                column("create_time", Kind.INSTANT, false)), List.of("UNIQUE (table_name, destination)"),
                index -> Optional.empty());
    }

    private static Column varchar(String name, int length, boolean nullable) {
        return new Column(name, Kind.VARCHAR, length, nullable, false);
    }

    private static Column column(String name, Kind kind, boolean nullable) {
        return new Column(name, kind, 0, nullable, false);
    }
}
