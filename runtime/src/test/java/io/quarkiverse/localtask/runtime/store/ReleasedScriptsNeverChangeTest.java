package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import org.junit.jupiter.api.Test;

/**
 * Flyway runs a changed repeatable migration again, which can bring back what a later one removed; Liquibase refuses to start.
 * A change of the schema is one more script for each database, a changeSet for each, and {@link MetaRow#SCHEMA_VERSION}.
 */
class ReleasedScriptsNeverChangeTest {

    private static final Path SCRIPTS = Path.of("src", "main", "resources", "META-INF", "local-task");

    /** Of the text without its line ends. Entries are added here, never changed, once there has been a release. */
    private static final Map<String, Long> RELEASED = new TreeMap<>(Map.of(
            "h2/R__local_task_001.sql", 3516363611L,
            "mariadb/R__local_task_001.sql", 3015857227L,
            "postgresql/R__local_task_001.sql", 128396468L));

    @Test
    void scriptsAreThoseThatWereReleased() throws IOException {
        assertThat(checksums()).isEqualTo(RELEASED);
    }

    @Test
    void everyDatabaseHasEveryVersion() throws IOException {
        List<String> databases = RELEASED.keySet().stream().map(name -> name.substring(0, name.indexOf('/'))).distinct()
                .toList();
        assertThat(checksums().keySet()).containsExactlyInAnyOrderElementsOf(databases.stream()
                .flatMap(database -> Stream.iterate(1, version -> version <= MetaRow.SCHEMA_VERSION, version -> version + 1)
                        .map(version -> DdlScript.resource(database, version).substring("META-INF/local-task/".length())))
                .toList());
    }

    @Test
    void liquibaseRunsEveryScript() throws IOException {
        String changelog = Files.readString(SCRIPTS.resolve("changelog.xml"));
        for (String script : checksums().keySet()) {
            assertThat(changelog).containsOnlyOnce("<sqlFile path=\"META-INF/local-task/" + script + "\"/>");
        }
    }

    private static Map<String, Long> checksums() throws IOException {
        Map<String, Long> checksums = new TreeMap<>();
        try (Stream<Path> files = Files.walk(SCRIPTS)) {
            for (Path file : files.filter(file -> file.getFileName().toString().matches("R__local_task_\\d+\\.sql")).toList()) {
                CRC32 checksum = new CRC32();
                checksum.update(Files.readString(file).lines().collect(Collectors.joining()).getBytes(StandardCharsets.UTF_8));
                checksums.put(SCRIPTS.relativize(file).toString().replace('\\', '/'), checksum.getValue());
            }
        }
        return checksums;
    }
}
