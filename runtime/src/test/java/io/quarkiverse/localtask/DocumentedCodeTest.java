package io.quarkiverse.localtask;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/**
 * Code and configuration that the documentation shows is a copy of what is compiled and run: a file in a folder of
 * {@code docs/modules/ROOT/examples} has the same path and content as one of this project. Pages include its tagged regions.
 */
class DocumentedCodeTest {

    private static final Path ROOT = Path.of("..");
    private static final Path MODULE = ROOT.resolve(Path.of("docs", "modules", "ROOT"));
    private static final Path EXAMPLES = MODULE.resolve("examples");
    private static final Pattern INCLUDE = Pattern.compile("^include::example\\$([^\\[]+)\\[([^]]*)]$", Pattern.MULTILINE);
    private static final Pattern JAVA = Pattern.compile("^\\[source,java]\\R----\\R(.*)$", Pattern.MULTILINE);
    private static final Pattern TAG = Pattern.compile("tags?=([^,]+)");

    @Test
    void shownCodeIsTheCodeThatIsTested() {
        List<String> stale = new ArrayList<>();
        for (Path copy : files(EXAMPLES)) {
            Path source = EXAMPLES.relativize(copy);
            Path tested = ROOT.resolve(source);
            // those without a folder are no code: DDL (DocumentedSchemaTest), and plans that were measured
            if (source.getNameCount() > 1 && (!Files.exists(tested) || !text(tested).equals(text(copy)))) {
                stale.add("cp " + source + " docs/modules/ROOT/examples/" + source);
            }
        }
        assertThat(stale).as("run this in the root of the project").isEmpty();
    }

    @Test
    void whatPagesIncludeIsThere() {
        List<String> missing = new ArrayList<>();
        for (Path page : files(MODULE.resolve("pages"))) {
            Matcher include = INCLUDE.matcher(text(page));
            while (include.find()) {
                Path example = EXAMPLES.resolve(include.group(1));
                Matcher tag = TAG.matcher(include.group(2));
                if (!Files.exists(example) || tag.find() && !Stream.of(tag.group(1).split(";"))
                        .allMatch(name -> text(example).contains("tag::" + name + "[]")
                                && text(example).contains("end::" + name + "[]"))) {
                    missing.add(MODULE.relativize(page) + ": " + include.group());
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /** Files of the tutorial ({@code role=file}) are compiled from its page. */
    @Test
    void pagesShowNoJavaThatNobodyCompiles() {
        List<String> written = new ArrayList<>();
        for (Path page : files(MODULE.resolve("pages"))) {
            Matcher java = JAVA.matcher(text(page));
            while (java.find()) {
                if (!java.group(1).startsWith("include::example$")) {
                    written.add(MODULE.relativize(page) + ": " + java.group(1));
                }
            }
        }
        assertThat(written).as("move it to integration-tests, and include it").isEmpty();
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
