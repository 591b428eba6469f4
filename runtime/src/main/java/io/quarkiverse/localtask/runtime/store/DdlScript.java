package io.quarkiverse.localtask.runtime.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The DDL of one kind of database for one table name: the numbered scripts one after the other, which Flyway and Liquibase run,
 * too. Their names are those of repeatable migrations of Flyway, since a version number of ours would be in the way of the
 * application's own.
 *
 * @param dialect the kind of database, as {@link JdbcTaskStore.Traits} names it
 * @param text with the names filled in
 */
record DdlScript(String dialect, String text) {

    private static final String FOLDER = "META-INF/local-task/";

    /** @param dialect of {@link JdbcTaskStore.Traits} */
    static DdlScript of(String dialect, TableNames names) {
        String text = IntStream.rangeClosed(1, MetaRow.SCHEMA_VERSION).mapToObj(version -> read(resource(dialect, version)))
                .collect(Collectors.joining("\n"));
        for (Map.Entry<String, String> name : names.placeholders().entrySet()) {
            text = text.replace("${" + name.getKey() + "}", name.getValue());
        }
        return new DdlScript(dialect, text);
    }

    /** @return the script that makes this schema version of the one before */
    static String resource(String dialect, int version) {
        return FOLDER + dialect + "/" + String.format("R__local_task_%03d.sql", version);
    }

    /** @return its statements in their order; no comment and no literal of ours spans lines or holds the separators */
    List<String> statements() {
        String withoutComments = text.lines().map(line -> line.replaceFirst("\\s*--.*", ""))
                .filter(line -> !line.isBlank()).collect(Collectors.joining("\n"));
        return Stream.of(withoutComments.split(";")).map(String::strip).filter(statement -> !statement.isEmpty()).toList();
    }

    /** @return the name that the script gives an index, if it makes such an index */
    Optional<String> indexName(TableNames names, String index) {
        Matcher found = Pattern.compile("INDEX (?:IF NOT EXISTS )?(\\S+) (?:ON " + Pattern.quote(names.table()) + " )?"
                + Pattern.quote(index)).matcher(text);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }

    /** @return the statement that makes an index which the script makes, or {@code null} if it makes no such index */
    String createIndex(TableNames names, String index) {
        // Without IF NOT EXISTS: another index may have the name, and then nothing would happen and nobody would know.
        return indexName(names, index).map(name -> "CREATE INDEX " + name + " ON " + names.table() + " " + index).orElse(null);
    }

    /** @return the files that make the present schema version of that one */
    List<String> resourcesAfter(int version) {
        return IntStream.rangeClosed(version + 1, MetaRow.SCHEMA_VERSION).mapToObj(next -> resource(dialect, next)).toList();
    }

    private static String read(String resource) {
        try (InputStream in = DdlScript.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing from the extension's resources");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
