package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.netty.util.concurrent.EventExecutor;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;

class CompleteHeadDecidesTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = HttpChannel.application()
            .overrideConfigKey("quarkus.local-task.http.permanent-statuses", "400,422");

    @Inject
    HttpChannel http;

    @Inject
    Vertx vertx;

    @ParameterizedTest
    @CsvSource({ "200,S", "201,S", "202,S", "203,S", "204,S", "205,S", "206,S", "226,S", "299,S",
            "300,F", "301,F", "302,F", "303,F", "304,F", "307,F", "308,F",
            "400,R", "401,F", "403,F", "404,F", "408,F", "409,F", "410,R", "418,F", "422,R", "429,F", "499,F",
            "500,F", "501,F", "502,F", "503,F", "504,F", "599,F", "600,F", "999,F" })
    void theStatusDecides(int status, String kind) throws Exception {
        String length = status == 204 || status == 304 ? "" : "Content-Length: 4\r\n";
        try (RawServer server = RawServer.replying("HTTP/1.1 " + status + " X\r\n" + length + "\r\n"
                + (length.isEmpty() ? "" : "body"))) {
            Outcome outcome = http.send(server.url("/"));
            switch (kind) {
                case "S" -> assertThat(outcome).isInstanceOf(Outcome.Succeeded.class);
                case "R" -> assertThat(outcome).isEqualTo(Outcome.rejected("HTTP " + status));
                default -> assertThat(outcome).isInstanceOfSatisfying(Outcome.Failed.class,
                        failed -> assertThat(failed.reason()).startsWith("HTTP " + status));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 429, 503 })
    void retryAfterIsHonoured(int status) throws Exception {
        try (RawServer server = RawServer.replying("HTTP/1.1 " + status
                + " X\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nRetry-After: Sun, 06 Nov 1994 08:50:37 GMT\r\n"
                + "Content-Length: 0\r\n\r\n")) {
            assertThat(http.send(server.url("/"))).isEqualTo(Outcome.failed("HTTP " + status, Duration.ofSeconds(60)));
        }
    }

    /** Each answer has a whole 2xx head and something wrong behind it; {@code |} closes the connection. */
    @ParameterizedTest
    @ValueSource(strings = {
            "HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\nnot gzip",
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort|",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n|",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nnot hex\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloworld\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\nuntil the end|",
            "HTTP/1.1 200 OK\r\n\r\nuntil an end that does not come",
            "HTTP/1.1 205 Reset Content\r\nContent-Length: 3\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nContent-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n",
            "HTTP/1.1 200 OK\r\nContent-Type: rubbish\r\nContent-Length: 3\r\n\r\nabc",
            "HTTP/1.0 200 OK\r\n\r\nold|",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n" })
    void aWhole2xxHeadIsSuccess(String answer) throws Exception {
        try (RawServer server = answering(answer)) {
            assertThat(http.send(server.url("/"))).isInstanceOf(Outcome.Succeeded.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "|", "HTTP/1.1 200 OK\r\nContent-Le|", "SSH-2.0-OpenSSH_9\r\n", "HTTP/1.1 2xx OK\r\n\r\n",
            "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n" })
    void anythingLessIsFailure(String answer) throws Exception {
        try (RawServer server = answering(answer)) {
            assertThat(http.send(server.url("/"))).isInstanceOf(Outcome.Failed.class);
            await().atMost(Duration.ofSeconds(5)).until(() -> server.closedByPeer.get() == 1);
        }
    }

    @Test
    void anEndlessHeadIsFailure() throws Exception {
        try (RawServer server = new RawServer((request, connection) -> {
            connection.write("HTTP/1.1 200 OK\r\n");
            for (int i = 0;; i++) {
                connection.write("X-" + i + ": " + "x".repeat(1000) + "\r\n");
            }
        })) {
            assertThat(http.send(server.url("/"))).isInstanceOf(Outcome.Failed.class);
            await().atMost(Duration.ofSeconds(5)).until(() -> server.closedByPeer.get() == 1);
        }
    }

    /** After bad framing nobody knows where the next answer begins: left-overs must never answer another request. */
    @ParameterizedTest
    @ValueSource(strings = { "HTTP/1.1 500 X\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 500 X\r\nContent-Length: 3\r\n\r\nabc and more",
            "HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\nabc",
            "HTTP/1.1 500 X\r\nContent-Length: 50\r\n\r\nshort",
            "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" })
    void aConnectionIsNotUsedAgainAfterBadFraming(String answer) throws Exception {
        try (RawServer server = new RawServer((request, connection) -> connection.write(
                connection.number() == 1 ? answer : "HTTP/1.1 418 X\r\nContent-Length: 0\r\n\r\n"))) {
            List<Outcome> outcomes = new ArrayList<>();
            do {
                outcomes.add(http.send(server.url("/")));
            } while (server.connections.get() == 1 && outcomes.size() < 3);
            assertThat(server.connections.get()).isEqualTo(2);
            assertThat(outcomes).hasSizeBetween(2, 3).allMatch(Outcome.Failed.class::isInstance)
                    .last().isEqualTo(Outcome.refused("HTTP 418"));
        }
    }

    @Test
    void anHonestConnectionIsUsedAgain() throws Exception {
        try (RawServer server = RawServer.replying("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")) {
            for (int i = 0; i < 5; i++) {
                assertThat(http.send(server.url("/"))).isInstanceOf(Outcome.Succeeded.class);
                awaitEventLoops();
            }
            assertThat(server.connections.get()).isEqualTo(1);
        }
    }

    /** The outcome may be known before its connection is back in the pool, which takes a few steps from loop to loop. */
    private void awaitEventLoops() throws Exception {
        for (int step = 0; step < 3; step++) {
            for (EventExecutor loop : ((VertxInternal) vertx).getEventLoopGroup()) {
                loop.submit(() -> {
                }).get(10, TimeUnit.SECONDS);
            }
        }
    }

    private static RawServer answering(String answer) throws Exception {
        boolean close = answer.endsWith("|");
        String bytes = close ? answer.substring(0, answer.length() - 1) : answer;
        return new RawServer((request, connection) -> {
            connection.write(bytes);
            if (close) {
                connection.close();
            }
        });
    }
}
