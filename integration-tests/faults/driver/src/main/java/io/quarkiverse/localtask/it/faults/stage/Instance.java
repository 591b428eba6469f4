package io.quarkiverse.localtask.it.faults.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The packaged application as a process of the operating system. */
public final class Instance {

    private static final Pattern LISTENING = Pattern.compile("Listening on: http://[^:]+:(\\d+)");
    private static final Duration ANSWER = Duration.ofSeconds(30);
    /** 128 + the number of the signal: KILL is 9. */
    private static final int KILLED = 137;

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5)).build();
    private final Jvm jvm;
    private final int port;

    private Instance(Jvm jvm) {
        this.jvm = jvm;
        port = jvm.awaitPort(LISTENING);
    }

    static Instance start(Path application, Path log, Map<String, String> properties, List<String> prefix) {
        List<String> arguments = new ArrayList<>(List.of("-Xmx192m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        properties.forEach((key, value) -> arguments.add("-D" + key + "=" + value));
        arguments.addAll(List.of("-jar", application.resolve("quarkus-run.jar").toString()));
        return new Instance(Jvm.start(log, arguments, prefix));
    }

    /** Places an order and its tasks. @return the status: 201, 409 if it was refused, 500 if something is broken */
    public int place(String id, String destinations, String body, String query) throws IOException {
        return post("/orders?id=" + encoded(id) + "&to=" + encoded(destinations) + query, body).statusCode();
    }

    public HttpResponse<String> post(String path, String body) throws IOException {
        return post(path, "text/plain; charset=UTF-8", body.getBytes(StandardCharsets.UTF_8));
    }

    /** A message of any form. @param query as {@code MessageResource} of the application reads it */
    public HttpResponse<String> message(String query, byte[] body) throws IOException {
        return post("/messages?" + query, "application/octet-stream", body);
    }

    private HttpResponse<String> post(String path, String contentType, byte[] body) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", contentType).timeout(ANSWER).POST(BodyPublishers.ofByteArray(body)).build();
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    public boolean isAlive() {
        return jvm.isAlive();
    }

    /** {@code kill -9}; returns when it is gone. */
    public void kill() {
        jvm.signal("KILL");
        int code = jvm.awaitExit(Duration.ofSeconds(20));
        if (code != KILLED) {
            throw new ScenarioFailure("Exit code " + code + " after kill -9, see " + jvm.logFile());
        }
    }

    /** {@code kill -15}: it may finish what it does. @return how long that took */
    public Duration terminate(Duration atMost) {
        long start = System.nanoTime();
        jvm.signal("TERM");
        jvm.awaitExit(atMost);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** @return its exit code */
    public int awaitExit(Duration atMost) {
        return jvm.awaitExit(atMost);
    }

    /** Stops its clock, so to say. */
    public void pause() {
        jvm.signal("STOP");
    }

    public void resume() {
        jvm.signal("CONT");
    }

    public long pid() {
        return jvm.pid();
    }

    /** @return how many threads it has, as the operating system counts them */
    public int threads() {
        try {
            return Files.readAllLines(Path.of("/proc/" + jvm.pid() + "/status")).stream()
                    .filter(line -> line.startsWith("Threads:")).mapToInt(line -> Integer.parseInt(line.substring(8).strip()))
                    .findFirst().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return everything it has printed so far */
    public String log() {
        return jvm.log();
    }

    /** @return what its log has from this length on */
    public LogLines logLines(int from) {
        return LogLines.of(log().substring(from));
    }

    /** @return the bytes of its heap that are in use after a full collection */
    public long heapAfterFullCollection() {
        return Heap.usedAfterFullCollection(pid());
    }

    /** @return how many live objects of a class it has */
    public long instancesOf(String className) {
        return Heap.instances(pid(), className);
    }

    void end() {
        jvm.end();
    }
}
