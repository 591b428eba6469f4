package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;

import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.sun.net.httpserver.HttpServer;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.event.TaskSucceeded;
import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.DestinationHeaders;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.quarkus.arc.Arc;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.RestAssured;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.common.vertx.ContextLocals;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

/**
 * Tasks are accepted in requests, in transactions, with context propagation in the application: nothing of that reaches the
 * code that sends them, or that hears of them.
 */
class NoContextReachesADeliveryTest {

    private static final int REQUESTS = 2_000;
    private static final String PORT = "test.local-task.context.port";
    private static HttpServer server;

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(NoContextReachesADeliveryTest.class, Map.of(
            "grace", "60s", "lease", "60s",
            "destinations.async.channel", "async",
            "destinations.blocking.channel", "blocking",
            "destinations.hook.url", "http://127.0.0.1:" + receiver() + "/"),
            Endpoint.class, Caller.class, Probe.class, AsyncChannel.class, BlockingChannel.class, Headers.class,
            Observer.class)
            .setLogRecordPredicate(record -> record.getLevel().intValue() >= Level.WARNING.intValue()
                    && record.getLoggerName()
                            .matches("(com\\.arjuna|io\\.agroal|io\\.quarkiverse|io\\.quarkus\\.narayana)\\..*"))
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).isEmpty());

    @Inject
    Work work;

    @Inject
    Probe probe;

    @AfterAll
    static void stopReceiver() {
        if (server != null) {
            server.stop(0);
        }
        System.clearProperty(PORT);
    }

    @Test
    void ofTwoThousandRequests() throws Exception {
        String url = "http://localhost:" + RestAssured.port + "/place/";
        HttpClient client = HttpClient.newHttpClient();
        var workers = Executors.newFixedThreadPool(4);
        try {
            AtomicInteger next = new AtomicInteger();
            List<Future<?>> running = new ArrayList<>();
            for (int worker = 0; worker < 4; worker++) {
                running.add(workers.submit(() -> {
                    for (int i; (i = next.getAndIncrement()) < REQUESTS;) {
                        HttpRequest request = HttpRequest.newBuilder(URI.create(url + i))
                                .POST(HttpRequest.BodyPublishers.noBody()).build();
                        assertThat(client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode()).isEqualTo(204);
                    }
                    return null;
                }));
            }
            for (Future<?> worker : running) {
                worker.get();
            }
        } finally {
            workers.shutdownNow();
        }
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> work.count("status = 2") == REQUESTS);
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> probe.looks("observer") == REQUESTS
                && probe.looks("async observer") == REQUESTS);
        assertThat(probe.looks("async channel") + probe.looks("blocking channel") + probe.looks("headers"))
                .isGreaterThanOrEqualTo(REQUESTS);
        assertThat(probe.found).as("the probe sees what there is, and where there is something only").containsExactlyInAnyOrder(
                "endpoint: transaction in status " + Status.STATUS_ACTIVE, "endpoint: the request scope of a caller",
                "endpoint: the duplicated context of a caller");
    }

    private static int receiver() {
        String port = System.getProperty(PORT);
        if (port != null) {
            return Integer.parseInt(port);
        }
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        System.setProperty(PORT, String.valueOf(server.getAddress().getPort()));
        return server.getAddress().getPort();
    }

    @RequestScoped
    static class Caller {

        String id;

        String id() {
            return id;
        }

        void id(String id) {
            this.id = id;
        }
    }

    @Path("/place")
    public static class Endpoint {

        private static final String[] DESTINATIONS = { "async", "blocking", "hook" };

        @Inject
        LocalTasks tasks;

        @Inject
        Caller caller;

        @Inject
        Probe probe;

        @POST
        @Path("/{number}")
        @Transactional
        public void place(@PathParam("number") int number) {
            caller.id("caller " + number);
            ContextLocals.put("caller", number);
            probe.look("endpoint");
            tasks.accept(TaskMessage.to(DESTINATIONS[number % 3]).id("context-" + number).payload("x").build());
        }
    }

    /** Looks around where user code of the delivery runs. */
    @Singleton
    static class Probe {

        final Set<String> found = ConcurrentHashMap.newKeySet();
        private final Map<String, AtomicInteger> looks = new ConcurrentHashMap<>();

        @Inject
        TransactionManager transactions;

        @Inject
        Caller caller;

        int looks(String where) {
            return looks.getOrDefault(where, new AtomicInteger()).get();
        }

        void look(String where) {
            looks.computeIfAbsent(where, name -> new AtomicInteger()).incrementAndGet();
            try {
                if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
                    found.add(where + ": transaction in status " + transactions.getStatus());
                }
            } catch (Exception e) {
                found.add(where + ": " + e);
            }
            if (Arc.container().requestContext().isActive() && caller.id() != null) {
                found.add(where + ": the request scope of a caller");
            }
            if (VertxContext.isOnDuplicatedContext() && Vertx.currentContext().getLocal("caller") != null) {
                found.add(where + ": the duplicated context of a caller");
            }
        }
    }

    @Singleton
    @Identifier("async")
    static class AsyncChannel implements TaskChannel {

        @Inject
        Probe probe;

        @Override
        public Uni<Outcome> deliver(Delivery delivery) {
            probe.look("async channel");
            return Uni.createFrom().item(Outcome.succeeded());
        }
    }

    @Singleton
    @Identifier("blocking")
    static class BlockingChannel implements BlockingTaskChannel {

        @Inject
        Probe probe;

        @Override
        public Outcome deliver(Delivery delivery) {
            probe.look("blocking channel");
            return Outcome.succeeded();
        }
    }

    @Singleton
    static class Headers implements DestinationHeaders {

        @Inject
        Probe probe;

        @Override
        public Map<String, String> headers(Delivery delivery) {
            probe.look("headers");
            return Map.of();
        }
    }

    @Singleton
    static class Observer {

        @Inject
        Probe probe;

        void on(@Observes TaskSucceeded event) {
            probe.look("observer");
        }

        void later(@ObservesAsync TaskSucceeded event) {
            probe.look("async observer");
        }
    }
}
