package io.quarkiverse.localtask.runtime.store;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The supported kinds of database, by Quarkus's {@code db-kind}. A further one is a line here, a store class, and a DDL file
 * for each schema version, {@code META-INF/local-task/<dialect>/R__local_task_001.sql} and so on, with its changeSet for
 * Liquibase
 * in {@code META-INF/local-task/changelog.xml}. The store names the dialect.
 */
public final class TaskStores {

    private static final Map<String, Function<String, JdbcTaskStore>> KINDS = Map.of(
            "postgresql", PostgreSqlTaskStore::new,
            "mariadb", MariaDbTaskStore::new,
            "mysql", MariaDbTaskStore::new,
            "h2", H2TaskStore::new);

    private TaskStores() {
    }

    /** @return the supported kinds, in alphabetical order */
    public static Set<String> kinds() {
        return new TreeSet<>(KINDS.keySet());
    }

    /**
     * @param dbKind the datasource's {@code db-kind}
     * @param tableName the task table: a checked identifier, or {@code schema.identifier}
     * @throws IllegalArgumentException if there is no store for that kind; the message lists those there are
     */
    public static TaskStore of(String dbKind, String tableName) {
        return jdbc(dbKind, tableName);
    }

    /**
     * @param dbKind the datasource's {@code db-kind}
     * @param tableName the task table
     * @return what tests do with the table
     */
    public static TestedTable forTests(String dbKind, String tableName) {
        return jdbc(dbKind, tableName);
    }

    static JdbcTaskStore jdbc(String dbKind, String tableName) {
        Function<String, JdbcTaskStore> kind = KINDS.get(dbKind);
        if (kind == null) {
            throw new IllegalArgumentException("No task store for a database of kind '" + dbKind
                    + "': put the task table on a datasource of one of these kinds: "
                    + String.join(", ", kinds()));
        }
        return kind.apply(tableName);
    }
}
