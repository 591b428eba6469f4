package io.quarkiverse.localtask.it.faults.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.quarkiverse.localtask.it.faults.receiver.Delivery;
import io.quarkiverse.localtask.it.faults.receiver.ReceiverMain;

/** The receiver's process, how it is told to behave, and its ledger. */
public final class Receiver implements AutoCloseable {

    private static final Pattern LISTENING = Pattern.compile("Receiver on port (\\d+)");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Path ledger;
    private final Jvm jvm;
    private final int port;

    Receiver(Path directory) {
        ledger = directory.resolve("ledger.tsv");
        jvm = Jvm.start(directory.resolve("receiver.log"), List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), ReceiverMain.class.getName(), ledger.toString()));
        port = jvm.awaitPort(LISTENING);
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /**
     * From now on a destination answers like that.
     *
     * @param query as {@code Behaviour} of the receiver reads it: {@code mode=STATUS&status=503&retry-after=1}
     */
    public void behave(String destination, String query) {
        control("/-/behave?destination=" + destination + "&" + query);
    }

    /** Answers 200 at once. */
    public void behaveWell(String destination) {
        behave(destination, "mode=STATUS&status=200");
    }

    /** From now on a destination behind {@link #listenRaw()} answers like that, as {@code RawReceiver} has it. */
    public void behaveRaw(String destination, String answer) {
        control("/-/behave-raw?destination=" + destination + "&answer=" + answer);
    }

    /** @return the port of a partner that can say what no HTTP server would */
    public int listenRaw() {
        return Integer.parseInt(control("/-/listen-raw"));
    }

    /** Listens on this port, too. */
    public void listen(int port) {
        control("/-/listen?port=" + port);
    }

    /** @return a port that speaks TLS, with the key of this PKCS #12 file */
    public int listenTls(Path keyStore, String password) {
        return Integer.parseInt(control("/-/listen?key-store=" + encoded(keyStore.toString()) + "&password=" + password));
    }

    /** Consumes a queue, which it declares and binds to the exchange. */
    public void consume(int brokerPort, String exchange, String queue) {
        control("/-/consume?port=" + brokerPort + "&exchange=" + encoded(exchange) + "&queue=" + encoded(queue));
    }

    /** Consumes a queue that is there. */
    public void consume(int brokerPort, String queue) {
        consume(brokerPort, "", queue);
    }

    /** Returns when what was on its way to the receiver is in its ledger: it reads everything in one loop. */
    public void catchUp() {
        control("/-/catch-up");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private String control(String path) {
        try {
            HttpResponse<String> response = client.send(HttpRequest.newBuilder(URI.create(url() + path)).build(),
                    BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException("The receiver refused " + path + ": " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** @return everything that has arrived, in order */
    public List<Delivery> deliveries() {
        try (Stream<String> lines = Files.lines(ledger)) {
            return lines.map(Delivery::of).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return all arrivals of a task, in order */
    public List<Delivery> find(String taskId) {
        try (Stream<String> lines = Files.lines(ledger)) {
            return lines.filter(line -> line.contains(taskId)).map(Delivery::of)
                    .filter(delivery -> delivery.taskId().equals(taskId)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it is taken. @return when, by the wall clock in milliseconds */
    public long awaitTaken(String taskId, Duration atMost) {
        return Await.value("arrival of " + taskId, atMost,
                () -> find(taskId).stream().filter(Delivery::accepted).map(Delivery::millis).findFirst().orElse(null));
    }

    @Override
    public void close() {
        jvm.end();
    }
}
