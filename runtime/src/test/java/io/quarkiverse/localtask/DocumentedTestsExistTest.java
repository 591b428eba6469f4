package io.quarkiverse.localtask;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page that says which test keeps a promise must not outlive the test. */
class DocumentedTestsExistTest {

    private static final Path PROJECT = Path.of("..");
    private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|IT))(?:#(\\w+))?`");

    @ParameterizedTest
    @ValueSource(strings = { "promises", "cases" })
    void everyClassAndMethodThatThePageNames(String page) throws IOException {
        Map<String, Path> tests = tests();
        List<String> missing = new ArrayList<>();
        int named = 0;
        Matcher matcher = NAMED.matcher(
                Files.readString(PROJECT.resolve(Path.of("docs", "modules", "ROOT", "pages", page + ".adoc"))));
        while (matcher.find()) {
            named++;
            Path source = tests.get(matcher.group(1));
            String method = matcher.group(2);
            if (source == null || method != null && !Files.readString(source).contains("void " + method + "(")) {
                missing.add(matcher.group());
            }
        }
        assertThat(named).as("tests that the page names").isGreaterThan(20);
        assertThat(missing).isEmpty();
    }

    private static Map<String, Path> tests() throws IOException {
        Map<String, Path> tests = new HashMap<>();
        for (String modules : List.of("runtime", "deployment", "integration-tests")) {
            try (Stream<Path> files = Files.walk(PROJECT.resolve(modules))) {
                files.filter(file -> file.getFileName().toString().matches("\\w+(Test|IT)\\.java"))
                        .filter(file -> file.toString().replace('\\', '/').contains("/src/"))
                        .forEach(file -> tests.put(file.getFileName().toString().replace(".java", ""), file));
            }
        }
        return tests;
    }
}
