package io.quarkiverse.localtask.runtime.store;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.SchemaManagement;
import io.quarkiverse.localtask.runtime.store.SchemaProblem.Kind;

/**
 * The text of the error that names all problems and what to do, each kind only where there is one: a missing right is mended by
 * the GRANT that its own line names, and no DDL.
 */
final class SchemaReport {

    private final List<SchemaProblem> problems;
    private final DdlScript ddl;
    private final TableNames names;
    private final int version;

    /** @param version that of the table as far as it is known, else the present one */
    SchemaReport(List<SchemaProblem> problems, DdlScript ddl, TableNames names, int version) {
        this.version = version;
        this.problems = problems;
        this.ddl = ddl;
        this.names = names;
    }

    String text(SchemaManagement mode) {
        StringBuilder text = new StringBuilder("The task table is not what this version needs:");
        problems.forEach(problem -> text.append("\n- ").append(problem.text()));
        if (version > MetaRow.SCHEMA_VERSION) {
            return text.append("\nIt has schema version ").append(version).append(", and this application knows ")
                    .append(MetaRow.SCHEMA_VERSION)
                    .append(": start it with the quarkus-local-task that brought the table to version ").append(version)
                    .append(", or a newer one.").toString();
        }
        if (version < MetaRow.SCHEMA_VERSION) {
            text.append("\nIt has schema version ").append(version).append(", and this application needs ")
                    .append(MetaRow.SCHEMA_VERSION).append(". Of the jar of quarkus-local-task, let your schema tool apply ")
                    .append(String.join(", ", ddl.resourcesAfter(version))).append('.');
        }
        List<String> indexes = missingIndexes();
        long differences = problems.stream()
                .filter(problem -> problem.kind() == Kind.COLUMN || problem.kind() == Kind.INDEX).count();
        if (differences > 0) {
            text.append(
                    "\nA table that exists is never changed from here: change it with your schema tool (Flyway, Liquibase).");
        }
        if (differences > indexes.size()) {
            text.append(" How it must be: the page \"Create the table in production\" of the documentation.");
        }
        append(text, indexes);
        if (has(Kind.MISSING_TABLE)) {
            text.append("\nApply this with your schema tool (Flyway, Liquibase)")
                    .append(mode == SchemaManagement.CREATE ? ":"
                            : ", or set quarkus.local-task.schema-management=create to have missing tables created:");
            append(text, missingTables());
        }
        return text.toString();
    }

    private boolean has(Kind kind) {
        return problems.stream().anyMatch(problem -> problem.kind() == kind);
    }

    private static void append(StringBuilder text, List<String> statements) {
        statements.forEach(statement -> text.append('\n').append(statement).append(';'));
    }

    private List<String> missingIndexes() {
        return problems.stream().map(SchemaProblem::index).filter(Objects::nonNull).map(index -> ddl.createIndex(names, index))
                .flatMap(Stream::ofNullable).toList();
    }

    /* The other tables may not have been looked at where the task table is missing; their statements do no harm then. */
    private List<String> missingTables() {
        List<String> missing = problems.stream().filter(problem -> problem.kind() == Kind.MISSING_TABLE)
                .map(SchemaProblem::table).toList();
        return ddl.statements().stream().filter(statement -> missing.contains(names.table())
                || missing.stream().anyMatch(table -> statement.startsWith("CREATE TABLE IF NOT EXISTS " + table + " ")))
                .toList();
    }
}
