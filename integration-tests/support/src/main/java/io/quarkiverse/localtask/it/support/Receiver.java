package io.quarkiverse.localtask.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** The partner: an HTTP server that remembers every request and answers as it is told. */
public final class Receiver implements AutoCloseable {

    /** How the receiver answers. */
    @FunctionalInterface
    public interface Behaviour {

        /** @return the status to answer with, or {@link #NEVER} */
        int answer(Received request);
    }

    /** Holds the request for ever. */
    public static final int NEVER = -1;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Received> requests = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Set<String> accepted = new HashSet<>();
    private volatile Behaviour behaviour = request -> 200;

    public Receiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** @return where it listens */
    public String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/orders";
    }

    /** From now on it answers like that. */
    public void behave(Behaviour behaviour) {
        this.behaviour = behaviour;
    }

    /** @return every request so far, in order of arrival */
    public List<Received> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    /** @return every request with this task id so far */
    public List<Received> requests(String taskId) {
        return requests().stream().filter(request -> request.taskId().equals(taskId)).toList();
    }

    /** @return the ids of the tasks that got a 2xx, noted before the answer was sent */
    public Set<String> accepted() {
        synchronized (requests) {
            return Set.copyOf(accepted);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
        String taskId = headers.getOrDefault("idempotency-key", "");
        Received request;
        synchronized (requests) {
            request = new Received(taskId, body, Map.copyOf(headers), System.nanoTime(), counts.merge(taskId, 1, Integer::sum));
            requests.add(request);
        }
        int status = behaviour.answer(request);
        if (status == NEVER) {
            awaitClosed();
        } else {
            if (status / 100 == 2) {
                synchronized (requests) {
                    accepted.add(taskId);
                }
            }
            exchange.sendResponseHeaders(status, -1);
        }
        exchange.close();
    }

    private void awaitClosed() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
