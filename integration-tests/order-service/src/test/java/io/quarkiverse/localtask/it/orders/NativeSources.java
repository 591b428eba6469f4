package io.quarkiverse.localtask.it.orders;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** What the build hands to a builder of native executables: the application, its libraries, and what must be kept of them. */
final class NativeSources {

    private static final Path DIRECTORY = Path.of(System.getProperty("native.sources"));

    private NativeSources() {
    }

    static Path application() {
        return jar(DIRECTORY, "-runner.jar");
    }

    static Path extension() {
        return jar(DIRECTORY.resolve("lib"), ".quarkus-local-task-999-SNAPSHOT.jar");
    }

    static JsonNode metadata(String file) {
        try (JarFile jar = new JarFile(application().toFile());
                InputStream json = jar.getInputStream(jar.getEntry("META-INF/native-image/" + file))) {
            return new ObjectMapper().readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> entries(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().map(entry -> entry.getName()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path jar(Path directory, String end) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(end)).findFirst().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
