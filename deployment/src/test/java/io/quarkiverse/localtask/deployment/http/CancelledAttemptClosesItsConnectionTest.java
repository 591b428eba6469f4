package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.subscription.Cancellable;

class CancelledAttemptClosesItsConnectionTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = HttpChannel.application();

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    private static final Duration SOON = Duration.ofSeconds(5);

    @Inject
    HttpChannel http;

    private final AtomicInteger requestsSeen = new AtomicInteger();

    @Test
    void whileTheServerSaysNothing() throws Exception {
        AtomicReference<Object> result = new AtomicReference<>();
        try (RawServer server = new RawServer((request, connection) -> connection.awaitPeerClose())) {
            Cancellable attempt = http.start(TestSettings.destination("partner", server.url("/")))
                    .subscribe().with(result::set, result::set);
            await().atMost(SOON).until(() -> server.requests.size() == 1);
            assertThat(server.closedByPeer.get()).isZero();
            attempt.cancel();
            await().atMost(SOON).until(() -> server.closedByPeer.get() == 1);
            assertThat(result.get()).isNull();
        }
    }

    @Test
    void beforeARequestCouldBeMadeNothingIsSentAndNoPlaceInThePoolIsLost() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            List<Socket> backlog = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                backlog.add(new Socket(full.getInetAddress(), full.getLocalPort()));
            }
            Destination destination = new Destination("partner", "http",
                    "http://127.0.0.1:" + full.getLocalPort() + "/", "POST", Map.of(), Optional.empty(),
                    Duration.ofMillis(9_999), 1, Duration.ofSeconds(5), Optional.empty(), Optional.empty(),
                    TestSettings.RETRY);
            List<Cancellable> cancelled = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                cancelled.add(http.start(destination).subscribe().with(outcome -> {
                }));
            }
            // they wait for the connections that the full server does not give; there is nothing to see of that
            await().pollDelay(Duration.ofMillis(500)).until(() -> true);
            cancelled.forEach(Cancellable::cancel);
            Thread acceptor = new Thread(() -> {
                try {
                    while (true) {
                        Socket socket = full.accept();
                        if (backlog.stream().anyMatch(s -> s.getLocalPort() == socket.getPort())) {
                            continue;
                        }
                        new Thread(() -> answer(socket)).start();
                    }
                } catch (Exception e) {
                    // closed
                }
            });
            acceptor.setDaemon(true);
            acceptor.start();
            for (int i = 0; i < 4; i++) {
                assertThat(http.send(destination)).isInstanceOf(Outcome.Succeeded.class);
            }
            for (Socket socket : backlog) {
                socket.close();
            }
            assertThat(requestsSeen.get()).isEqualTo(4);
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            StringBuilder read = new StringBuilder();
            int b;
            while ((b = socket.getInputStream().read()) >= 0) {
                read.append((char) b);
                if (read.toString().endsWith("{\"a\":1}")) {
                    read.setLength(0);
                    requestsSeen.incrementAndGet();
                    socket.getOutputStream().write(OK.getBytes());
                }
            }
        } catch (Exception e) {
            // closed
        }
    }

    @Test
    void theClientsOwnTimeoutEndsWhatNobodyCancels() throws Exception {
        try (RawServer server = new RawServer((request, connection) -> connection.awaitPeerClose())) {
            Destination destination = TestSettings.destination("partner", server.url("/"), "POST", Map.of(),
                    Duration.ofMillis(700), 4);
            assertThat(http.send(destination)).isEqualTo(Outcome.failed("timeout"));
            await().atMost(SOON).until(() -> server.closedByPeer.get() == 1);
        }
    }

    @Test
    void aRefusedConnectionIsAFailureWithoutTheAddress() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        assertThat(http.send("http://127.0.0.1:" + port + "/secret")).isEqualTo(Outcome.failed("connection refused"));
    }

    @Test
    void anUnknownHostIsAFailureWithoutItsName() {
        assertThat(http.send("http://does-not-exist.invalid/secret")).isEqualTo(Outcome.failed("unknown host"));
    }

    @Test
    void aRequestIsNotSentAgainByItselfWhenItsConnectionBreaks() throws Exception {
        try (RawServer server = new RawServer((request, connection) -> {
            if (request.number() == 1) {
                connection.write(OK);
            } else {
                connection.close();
            }
        })) {
            assertThat(http.send(server.url("/"))).isInstanceOf(Outcome.Succeeded.class);
            assertThat(http.send(server.url("/"))).isEqualTo(Outcome.failed("connection closed"));
            assertThat(server.requests).hasSize(2);
        }
    }

    @Test
    void aConnectionClosedBetweenRequestsIsReplaced() throws Exception {
        try (RawServer server = new RawServer((request, connection) -> {
            connection.write(OK);
            connection.close();
        })) {
            assertThat(http.send(server.url("/"))).isInstanceOf(Outcome.Succeeded.class);
            await().atMost(SOON).untilAsserted(
                    () -> assertThat(http.send(server.url("/"))).isInstanceOf(Outcome.Succeeded.class));
        }
    }
}
