package io.quarkiverse.localtask.runtime.store;

import java.util.Map;

/**
 * The names that follow from the task table's.
 *
 * @param table the task table as configured: {@code identifier} or {@code schema.identifier}
 * @param meta the meta table, in the same schema
 * @param audit the table of what operators have done, in the same schema
 * @param pause the table of paused destinations, in the same schema
 * @param key the task table's name without its schema: its key in the meta table
 * @param prefix what names of indexes and constraints begin with; short enough for their endings
 */
public record TableNames(String table, String meta, String audit, String pause, String key, String prefix) {

    static final String DEFAULT_TABLE = "local_task_message";

    /* 63 bytes is the shortest identifier limit (PostgreSQL); the longest ending is _task_id_uk. */
    private static final int MAX_PREFIX = 63 - "_task_id_uk".length();

    /**
     * @param table the task table: a checked identifier, or {@code schema.identifier}
     * @return all names
     */
    public static TableNames of(String table) {
        int dot = table.lastIndexOf('.');
        String key = table.substring(dot + 1);
        String schema = table.substring(0, dot + 1);
        return new TableNames(table, schema + "local_task_meta", schema + "local_task_audit", schema + "local_task_pause", key,
                prefix(key));
    }

    /** @return the names by what stands for them in the scripts, as placeholders of Flyway and parameters of Liquibase */
    public Map<String, String> placeholders() {
        return Map.of("local-task-table", table, "local-task-meta", meta, "local-task-audit", audit, "local-task-pause", pause,
                "local-task-name", prefix);
    }

    /* Two long names that begin alike stay different through the hash. */
    private static String prefix(String key) {
        if (key.length() <= MAX_PREFIX) {
            return key;
        }
        String hash = "_" + String.format("%08x", key.hashCode());
        return key.substring(0, MAX_PREFIX - hash.length()) + hash;
    }
}
