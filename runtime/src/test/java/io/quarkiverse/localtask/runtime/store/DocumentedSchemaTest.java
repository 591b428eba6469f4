package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documentation tells people to run in production is what {@code create} runs. */
class DocumentedSchemaTest {

    private static final Path EXAMPLES = Path.of("..", "docs", "modules", "ROOT", "examples");

    @ParameterizedTest
    @ValueSource(strings = { "postgresql", "mariadb", "h2" })
    void documentedScriptIsTheOneThatShips(String dbKind) throws IOException {
        String text = DdlScript.of(dbKind, TableNames.of("local_task_message")).text();
        // the first paragraph explains the placeholders
        assertShown(dbKind + ".sql", text.substring(text.indexOf("\n\n") + 2));
    }

    @ParameterizedTest
    @ValueSource(strings = { "postgresql", "mariadb" })
    void documentedMoveIsTheOneThatShips(String dbKind) throws IOException {
        String text = Files.readString(Path.of("src", "main", "resources", "META-INF", "local-task", "from-spring", dbKind,
                "R__local_task_from_spring.sql"));
        for (Map.Entry<String, String> name : TableNames.of("local_task_message").placeholders().entrySet()) {
            text = text.replace("${" + name.getKey() + "}", name.getValue());
        }
        assertShown("from-spring-" + dbKind + ".sql",
                text.replaceFirst("(?m)^-- local_task_message: the task table; .*\\R", ""));
    }

    private static void assertShown(String name, String expected) throws IOException {
        Path file = Path.of("target", "documented-schema", name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, expected);

        assertThat(EXAMPLES.resolve(file.getFileName()))
                .as("after a change of the DDL: cp runtime/target/documented-schema/*.sql docs/modules/ROOT/examples/")
                .hasContent(expected);
    }
}
