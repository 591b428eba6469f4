package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;

import jakarta.inject.Inject;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

class ResponseBodyIsBoundedTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = HttpChannel.application();

    private static final byte[] MEGABYTE = new byte[1 << 20];
    /** What the sockets' own buffers may swallow before the writer sees that the peer is gone. */
    private static final long SOCKET_BUFFERS = 16L << 20;

    @Inject
    HttpChannel http;

    @ParameterizedTest
    @ValueSource(ints = { 200, 500 })
    void aGigabyteWithItsLengthIsNotRead(int status) throws Exception {
        try (RawServer server = new RawServer((request, connection) -> {
            connection.write("HTTP/1.1 " + status + " X\r\nContent-Length: " + (1L << 30) + "\r\n\r\n");
            for (int i = 0; i < 1024; i++) {
                connection.write(MEGABYTE);
            }
        })) {
            assertThat(http.send(server.url("/"))).isEqualTo(expected(status));
            await().atMost(Duration.ofSeconds(5)).until(() -> server.closedByPeer.get() == 1);
            assertThat(server.written.get()).isLessThan(SOCKET_BUFFERS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 200, 500 })
    void anEndlessChunkedBodyIsCutPastTheLimit(int status) throws Exception {
        try (RawServer server = new RawServer((request, connection) -> {
            connection.write("HTTP/1.1 " + status + " X\r\nTransfer-Encoding: chunked\r\n\r\n");
            while (true) {
                connection.write("100000\r\n");
                connection.write(MEGABYTE);
                connection.write("\r\n");
            }
        })) {
            assertThat(http.send(server.url("/"))).isEqualTo(expected(status));
            await().atMost(Duration.ofSeconds(5)).until(() -> server.closedByPeer.get() == 1);
            assertThat(server.written.get()).isLessThan(SOCKET_BUFFERS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 200, 500 })
    void aTricklingBodyIsNotWaitedFor(int status) throws Exception {
        try (RawServer server = new RawServer((request, connection) -> {
            connection.write("HTTP/1.1 " + status + " X\r\nTransfer-Encoding: chunked\r\n\r\n");
            while (true) {
                connection.write("1\r\nx\r\n");
                Thread.sleep(20);
            }
        })) {
            long start = System.nanoTime();
            assertThat(http.send(server.url("/"))).isEqualTo(expected(status));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
            await().atMost(Duration.ofSeconds(5)).until(() -> server.closedByPeer.get() == 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 200, 500 })
    void aMultipartBodyIsCutLikeAnyOther(int status) throws Exception {
        try (RawServer server = new RawServer((request, connection) -> {
            connection.write("HTTP/1.1 " + status + " X\r\nContent-Type: multipart/form-data; boundary=b\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n");
            while (true) {
                connection.write("100000\r\n");
                connection.write(MEGABYTE);
                connection.write("\r\n");
            }
        })) {
            assertThat(http.send(server.url("/"))).isEqualTo(expected(status));
            await().atMost(Duration.ofSeconds(5)).until(() -> server.closedByPeer.get() == 1);
            assertThat(server.written.get()).isLessThan(SOCKET_BUFFERS);
        }
    }

    private static Outcome expected(int status) {
        return status == 200 ? Outcome.succeeded("HTTP " + status) : Outcome.failed("HTTP " + status);
    }
}
