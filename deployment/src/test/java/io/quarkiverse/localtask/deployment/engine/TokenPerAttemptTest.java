package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.sun.net.httpserver.HttpServer;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.DestinationHeaders;
import io.quarkus.test.QuarkusUnitTest;

/** A short-lived token is made for every attempt and never stored. */
class TokenPerAttemptTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(TokenPerAttemptTest.class, Map.of(
            "destinations.erp.channel", "http", "destinations.erp.url", "http://127.0.0.1:" + Receiver.port() + "/orders"),
            Tokens.class, Receiver.class);

    @Inject
    Work work;

    private static Receiver receiver;

    @BeforeAll
    static void startReceiver() throws IOException {
        receiver = new Receiver();
    }

    @AfterAll
    static void stopReceiver() {
        receiver.server.stop(0);
    }

    @Test
    void overHttp() {
        work.accept("ordered");
        work.awaitStatus("ordered", TaskStatus.SUCCEEDED);

        assertThat(receiver.requests).containsExactly("ordered 1 Bearer s3cret-1", "ordered 2 Bearer s3cret-2",
                "ordered 3 Bearer s3cret-3");
        for (String column : new String[] { "notify_config", "payload", "last_error", "trace_context", "content_type" }) {
            assertThat(work.count(column + " LIKE '%s3cret%'")).as(column).isZero();
        }
    }

    @Singleton
    static class Tokens implements DestinationHeaders {

        private final AtomicInteger count = new AtomicInteger();

        @Override
        public Map<String, String> headers(Delivery delivery) {
            return Map.of("Authorization", "Bearer s3cret-" + count.incrementAndGet());
        }
    }

    /** Refuses twice, then takes. */
    static final class Receiver {

        private static final String PORT = "local-task.tests.receiver.port";

        final List<String> requests = new CopyOnWriteArrayList<>();
        final HttpServer server;

        Receiver() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port()), 0);
            server.createContext("/orders", exchange -> {
                var headers = exchange.getRequestHeaders();
                exchange.getRequestBody().readAllBytes();
                requests.add(headers.getFirst("Idempotency-Key") + " " + (requests.size() + 1) + " "
                        + headers.getFirst("Authorization"));
                exchange.sendResponseHeaders(requests.size() < 3 ? 503 : 204, -1);
                exchange.close();
            });
            server.start();
        }

        static int port() {
            Integer port = Integer.getInteger(PORT);
            if (port == null) {
                try (var socket = new java.net.ServerSocket(0)) {
                    port = socket.getLocalPort();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                System.setProperty(PORT, port.toString());
            }
            return port;
        }
    }
}
