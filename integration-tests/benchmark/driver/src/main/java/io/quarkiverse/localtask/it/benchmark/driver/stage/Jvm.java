package io.quarkiverse.localtask.it.benchmark.driver.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A JVM of its own that takes commands by HTTP; its output goes to a file. */
public class Jvm implements AutoCloseable {

    private static final Pattern PORT = Pattern.compile("(?:Commands|Listening) at port (\\d+)");
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration COMMAND = Duration.ofMinutes(30);

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Process process;
    private final Path log;
    private final int port;

    /** @param java the JDK's home it runs on */
    Jvm(Path java, Path log, List<String> arguments) {
        this.log = log;
        List<String> command = new ArrayList<>(List.of(java.resolve("bin/java").toString()));
        command.addAll(arguments);
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.to(log.toFile())).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        port = Await.value("start of a process, see " + log, START, this::findPort);
    }

    private Integer findPort() {
        Matcher matcher = PORT.matcher(log());
        if (matcher.find()) {
            return Integer.valueOf(matcher.group(1));
        }
        if (!process.isAlive()) {
            throw new IllegalStateException("Ended at its start, see " + log + "\n" + log());
        }
        return null;
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String command(String path) {
        return new String(commandBytes(path), StandardCharsets.UTF_8);
    }

    long[] commandLongs(String path) {
        ByteBuffer bytes = ByteBuffer.wrap(commandBytes(path));
        long[] longs = new long[bytes.remaining() / Long.BYTES];
        bytes.asLongBuffer().get(longs);
        return longs;
    }

    private byte[] commandBytes(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(COMMAND)
                .POST(BodyPublishers.noBody()).build();
        try {
            HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(path + " failed, see " + log + "\n"
                        + new String(answer.body(), StandardCharsets.UTF_8));
            }
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(path + ", see " + log, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }

    /** Ends it whatever it does. */
    public final void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Lets it end by itself. */
    final void end() {
        if (process.isAlive()) {
            command("/end");
            process.onExit().orTimeout(30, TimeUnit.SECONDS).exceptionally(late -> null).join();
        }
        kill();
    }
}
