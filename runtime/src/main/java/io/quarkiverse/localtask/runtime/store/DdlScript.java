package io.quarkiverse.localtask.runtime.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The DDL of one kind of database for one table name.
 *
 * @param text with the names filled in
 */
record DdlScript(String text) {

    /** @param dialect of {@link JdbcTaskStore.Traits} */
    static DdlScript of(String dialect, TableNames names) {
        String text = read("META-INF/local-task/" + dialect + ".sql").replace("${table}", names.table())
                .replace("${meta}", names.meta())
                .replace("${name}", names.prefix());
        return new DdlScript(text);
    }

    /** @return its statements in their order; no comment and no literal of ours spans lines or holds the separators */
    List<String> statements() {
        String withoutComments = text.lines().map(line -> line.replaceFirst("\\s*--.*", ""))
                .filter(line -> !line.isBlank()).collect(Collectors.joining("\n"));
        return Stream.of(withoutComments.split(";")).map(String::strip).filter(statement -> !statement.isEmpty()).toList();
    }

    /** @return the statement that makes an index which the script makes, or {@code null} if it makes no such index */
    String createIndex(TableNames names, String index) {
        Matcher found = Pattern.compile("INDEX (?:IF NOT EXISTS )?(\\S+) (?:ON " + Pattern.quote(names.table()) + " )?"
                + Pattern.quote(index)).matcher(text);
        // Without IF NOT EXISTS: another index may have the name, and then nothing would happen and nobody would know.
        return found.find() ? "CREATE INDEX " + found.group(1) + " ON " + names.table() + " " + index : null;
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
