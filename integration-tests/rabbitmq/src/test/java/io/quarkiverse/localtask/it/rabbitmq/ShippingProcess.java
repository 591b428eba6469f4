package io.quarkiverse.localtask.it.rabbitmq;

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

/** The packaged application, as a process of the operating system. */
final class ShippingProcess implements AutoCloseable {

    private static final Pattern LISTENING = Pattern.compile("Listening on: http://[^:]+:(\\d+)");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final Path log;
    private final int port;

    ShippingProcess(String name, Map<String, String> properties) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx192m"));
        command.add("-Dquarkus.http.port=0");
        properties.forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.addAll(List.of("-jar", System.getProperty("shipping.jar")));
        try {
            Path logs = Files.createDirectories(Path.of(System.getProperty("shipping.logs")));
            log = logs.resolve(name + ".log");
            process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        port = await("start, see " + log).atMost(Duration.ofSeconds(90)).until(this::listening, found -> found != 0);
    }

    private int listening() {
        Matcher matcher = LISTENING.matcher(log());
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String post(String path) {
        return send(HttpRequest.newBuilder(uri(path)).POST(BodyPublishers.noBody()).build());
    }

    String get(String path) {
        return send(HttpRequest.newBuilder(uri(path)).build());
    }

    /** {@code kill -15}; it must end within the time. */
    void terminate(Duration atMost) {
        process.destroy();
        try {
            assertThat(process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)).as("ended within %s", atMost).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + port + path);
    }

    private String send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
