package io.quarkiverse.localtask.it.tutorial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Somebody who does what a page says, in a directory of his own. Only the port is another one, so that 8080 may be in use. */
final class Reader implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(5);
    /** How long a command is repeated until it prints what the page says: a retry may have to come first. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final Path log;
    private final int port;
    private Process dev;

    Reader(Path directory) throws IOException {
        this.directory = directory;
        this.log = directory.resolveSibling(directory.getFileName() + ".log");
        try (ServerSocket socket = new ServerSocket(0)) {
            this.port = socket.getLocalPort();
        }
    }

    void write(String path, String text) throws IOException {
        Path file = directory.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, mine(text) + "\n");
    }

    void startDevMode(String command) throws IOException {
        dev = start(mine(command) + " -B -Dquarkus.http.port=" + port, log);
        await("start of " + command + ", see " + log).atMost(START).pollInterval(Duration.ofMillis(200)).until(() -> {
            assertThat(dev.isAlive()).as("%s is running; it printed:%n%s", command, Files.readString(log)).isTrue();
            return answers();
        });
    }

    private boolean answers() {
        try (Socket socket = new Socket("localhost", port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Repeats the command until it prints what is expected. Only the first run of one that changes something is a run. */
    void runUntilItPrints(String command, String expected) throws IOException {
        if (changes(command)) {
            assertThat(outputOf(command)).as(command).isEqualTo(expected);
            return;
        }
        await(command).atMost(PATIENCE).pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(outputOf(command)).as(command).isEqualTo(expected));
    }

    /** @return what a command that ends by itself prints */
    String outputOf(String command) throws IOException {
        Path output = Files.createTempFile(directory, "output", ".txt");
        try {
            Process process = start(mine(command), output);
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("%s ends", command).isTrue();
            assertThat(process.exitValue()).as("exit code of %s, which printed:%n%s", command, Files.readString(output))
                    .isZero();
            return Files.readString(output).strip();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            Files.delete(output);
        }
    }

    private static boolean changes(String command) {
        return !command.startsWith("curl") || command.contains(" -d ") || command.contains(" -X ");
    }

    private Process start(String command, Path output) throws IOException {
        List<String> shell = new ArrayList<>(List.of("sh", "-c", "exec " + command));
        ProcessBuilder builder = new ProcessBuilder(shell).directory(directory.toFile()).redirectErrorStream(true)
                .redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("MAVEN_ARGS", "-Dmaven.repo.local=" + System.getProperty("tutorial.repository")
                + " -Dmaven.repo.local.tail=" + System.getProperty("tutorial.repository.tail")
                + " -Dmaven.repo.local.tail.ignoreAvailability=true");
        return builder.start();
    }

    private String mine(String text) {
        return text.replace("localhost:8080", "localhost:" + port)
                .replaceFirst("^mvn ", System.getProperty("tutorial.maven") + " ");
    }

    @Override
    public void close() throws IOException {
        if (dev == null) {
            return;
        }
        // Maven starts the application as a process of its own
        List<ProcessHandle> children = dev.descendants().toList();
        dev.destroy();
        children.forEach(ProcessHandle::destroy);
        try {
            if (!dev.waitFor(30, TimeUnit.SECONDS)) {
                dev.destroyForcibly();
            }
            for (ProcessHandle child : children) {
                child.onExit().get(30, TimeUnit.SECONDS);
            }
        } catch (Exception e) {
            children.forEach(ProcessHandle::destroyForcibly);
        }
        dev = null;
    }
}
