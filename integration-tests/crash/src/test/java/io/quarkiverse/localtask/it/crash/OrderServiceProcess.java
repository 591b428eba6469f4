package io.quarkiverse.localtask.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packaged order service, as a process of the operating system. */
final class OrderServiceProcess implements AutoCloseable {

    private static final Pattern LISTENING = Pattern.compile("Listening on: http://[^:]+:(\\d+)");
    private static final Duration START = Duration.ofSeconds(60);
    /** 128 + the number of the signal: KILL is 9. */
    private static final int KILLED = 137;

    private final HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final Process process;
    private final Path log;
    private final int port;

    private OrderServiceProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.port = awaitPort();
    }

    /**
     * @param jar the packaged application
     * @param name names the log file
     * @param properties the configuration
     */
    static OrderServiceProcess start(Path jar, String name, Map<String, String> properties) {
        assertThat(jar).as("the packaged order service: run the build up to the phase verify").exists();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx192m", "-XX:TieredStopAtLevel=1"));
        properties.forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.addAll(List.of("-jar", jar.toString()));
        try {
            Path logs = Files.createDirectories(Path.of(System.getProperty("crash.logs")));
            Path log = Files.createTempFile(logs, name + "-", ".log");
            return new OrderServiceProcess(
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int awaitPort() {
        return await("start of the order service, see " + log).atMost(START).pollInterval(Duration.ofMillis(50)).until(() -> {
            Matcher matcher = LISTENING.matcher(log());
            if (matcher.find()) {
                return Integer.parseInt(matcher.group(1));
            }
            if (!process.isAlive()) {
                throw new IllegalStateException("The order service ended at its start:\n" + log());
            }
            return null;
        }, found -> found != null);
    }

    /** @return everything it has printed so far */
    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return the status */
    int post(String path, String json) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(20))
                .POST(BodyPublishers.ofString(json)).build();
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** {@code kill -9}. */
    void kill() {
        process.destroyForcibly();
        assertThat(awaitExit(Duration.ofSeconds(10))).as("exit code after kill -9").isEqualTo(KILLED);
    }

    /** {@code kill -15}: it may finish what it does. */
    void terminate() {
        process.destroy();
    }

    /** @return its exit code */
    int awaitExit(Duration atMost) {
        try {
            assertThat(process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)).as("ended within %s", atMost).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
