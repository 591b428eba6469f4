package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.localtask.runtime.config.AdHocDestinations;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.mutiny.subscription.Cancellable;

/** A message with its own URL arrives as it was given, over one connection, at the address its name has now. */
class AdHocRequestOnTheWireTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    private static final Duration SOON = Duration.ofSeconds(10);

    @RegisterExtension
    static final QuarkusUnitTest APP = HttpChannel.application(AdHoc.class, AdHoc.Names.class)
            .overrideConfigKey("quarkus.tls.ad-hoc.trust-all", "true")
            // nobody listens there: a message that took the proxy would not arrive
            .overrideConfigKey("quarkus.proxy.host", "127.0.0.1")
            .overrideConfigKey("quarkus.proxy.port", "1");

    @Inject
    AdHoc adHoc;

    @Inject
    AdHoc.Names names;

    @Inject
    HttpChannel http;

    @ParameterizedTest
    @ValueSource(strings = { "/hook", "/", "/a%2Fb/%7Euser/%C3%A9?q=%20+&x=a%26b&y", "/a//b/../c/./d;v=1,2:@!$&'()*+,=~",
            "/?", "/hook?", "/hook??", "/hook?a=1&a=2&empty=", "/%7B%7D?t=%7B1%7D", "/a%2fb%2Fc", "/tr/ailing/", "//", "//a//",
            "/..", "/../../etc", "/?u=http://x/y?z=%23", "/http://other.example/" })
    void theTargetIsTheGivenOneByteForByte(String target) throws Exception {
        try (RawServer server = RawServer.replying(OK)) {
            assertThat(adHoc.send(server.url(target))).isInstanceOf(Outcome.Succeeded.class);
            assertThat(server.requests.get(0).requestLine()).isEqualTo("POST " + target + " HTTP/1.1");
            assertThat(server.requests.get(0).values("host")).containsExactly("127.0.0.1:" + server.port());
        }
    }

    @Test
    void aUrlWithoutPathAsksForTheRoot() throws Exception {
        try (RawServer server = RawServer.replying(OK)) {
            adHoc.send(server.url(""));
            adHoc.send(server.url("?a=1"));
            adHoc.send(server.url("?").replace("http:", "HTTP:"));
            assertThat(server.requests).extracting(RawServer.Request::requestLine)
                    .containsExactly("POST / HTTP/1.1", "POST /?a=1 HTTP/1.1", "POST /? HTTP/1.1");
        }
    }

    @Test
    void aConnectionIsUsedAgain() throws Exception {
        try (RawServer server = RawServer.replying(OK)) {
            names.put("kept.test", "127.0.0.1");
            for (int i = 0; i < 10; i++) {
                assertThat(adHoc.send("http://kept.test:" + server.port() + "/")).isInstanceOf(Outcome.Succeeded.class);
            }
            assertKept(server, 10);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "GET", "POST", "PUT", "PATCH", "DELETE" })
    void methodHeadersAndBodyAreSentOnce(String method) throws Exception {
        try (RawServer server = RawServer.replying(OK)) {
            names.put("partner.test", "127.0.0.1");
            assertThat(adHoc.start("http://partner.test:" + server.port() + "/", method, Map.of("X-Tenant", "a"),
                    Duration.ofSeconds(10)).await().atMost(SOON)).isInstanceOf(Outcome.Succeeded.class);

            RawServer.Request request = server.requests.get(0);
            assertThat(request.requestLine()).isEqualTo(method + " / HTTP/1.1");
            assertThat(request.values("host")).containsExactly("partner.test:" + server.port());
            assertThat(request.values("content-length")).containsExactly("7");
            assertThat(request.values("transfer-encoding")).isEmpty();
            assertThat(request.values("idempotency-key")).containsExactly("task-1");
            assertThat(request.values("local-task-attempt")).containsExactly("1");
            assertThat(request.values("content-type")).containsExactly("application/json");
            assertThat(request.values("x-tenant")).containsExactly("a");
            assertThat(request.body()).isEqualTo(AdHoc.PAYLOAD);
            assertThat(request.headerLines()).extracting(line -> line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void anIpv6AddressWorks() throws Exception {
        try (RawServer server = new RawServer(InetAddress.getByName("::1"), (request, connection) -> connection.write(OK))) {
            assertThat(adHoc.send("http://[0::1]:" + server.port() + "/hook")).isInstanceOf(Outcome.Succeeded.class);
            assertThat(server.requests.get(0).values("host")).containsExactly("[0::1]:" + server.port());
        }
    }

    @Test
    void noProxyIsUsed() throws Exception {
        System.setProperty("http.proxyHost", "127.0.0.1");
        System.setProperty("http.proxyPort", "1");
        try (RawServer server = RawServer.replying(OK)) {
            names.put("direct.test", "127.0.0.1");
            assertThat(adHoc.send("http://direct.test:" + server.port() + "/")).isInstanceOf(Outcome.Succeeded.class);
            assertThat(server.requests.get(0).requestLine()).isEqualTo("POST / HTTP/1.1");
            assertThat(http.send(server.url("/"))).as("the default proxy is one for named destinations")
                    .isEqualTo(Outcome.failed("connection refused"));
        } finally {
            System.clearProperty("http.proxyHost");
            System.clearProperty("http.proxyPort");
        }
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        for (int status : new int[] { 301, 302, 303, 307, 308 }) {
            try (RawServer other = RawServer.replying(OK);
                    RawServer server = RawServer.replying("HTTP/1.1 " + status + " Moved\r\nLocation: " + other.url("/")
                            + "\r\nContent-Length: 0\r\n\r\n")) {
                for (String method : new String[] { "GET", "POST" }) {
                    assertThat(adHoc.start(server.url("/"), method, Map.of(), SOON).await().atMost(SOON))
                            .isEqualTo(Outcome.failed("HTTP " + status + " (redirects are not followed)"));
                }
                assertThat(other.connections.get()).isZero();
            }
        }
    }

    @Test
    void theKeptConnectionOfAnEarlierAddressIsNotUsed() throws Exception {
        try (RawServer first = RawServer.replying(OK);
                RawServer second = new RawServer(new ServerSocket(first.port(), 50, InetAddress.getByName("127.0.0.2")),
                        (request, connection) -> connection.write(OK))) {
            String url = "http://moving.test:" + first.port() + "/";
            names.put("moving.test", "127.0.0.1");
            for (int i = 0; i < 10; i++) {
                adHoc.send(url);
            }
            assertKept(first, 10);

            names.put("moving.test", "127.0.0.2");
            for (int i = 0; i < 10; i++) {
                adHoc.send(url);
            }
            assertThat(first.requests).hasSize(10);
            assertKept(second, 10);

            names.put("moving.test", "127.0.0.1");
            adHoc.send(url);
            assertThat(first.requests).hasSize(11);
            assertThat(second.requests).hasSize(10);
        }
    }

    @Test
    void aDeadAddressIsPassedOver() throws Exception {
        try (RawServer server = RawServer.replying(OK)) {
            names.put("two.test", "::1", "127.0.0.1");
            assertThat(adHoc.send("http://two.test:" + server.port() + "/")).isInstanceOf(Outcome.Succeeded.class);
            assertThat(server.requests).hasSize(1);

            names.put("none.test", "::1", "127.0.0.2");
            assertThat(adHoc.send("http://none.test:" + server.port() + "/")).isEqualTo(Outcome.failed("connection refused"));
        }
    }

    @Test
    void anAddressThatDoesNotAnswerIsPassedOverWithinTheConnectTimeout() throws Exception {
        try (RawServer server = RawServer.replying(OK);
                ServerSocket full = new ServerSocket(server.port(), 1, InetAddress.getByName("127.0.0.3"))) {
            List<Socket> backlog = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                backlog.add(new Socket(full.getInetAddress(), full.getLocalPort()));
            }
            names.put("slow.test", "127.0.0.3", "127.0.0.1");
            assertThat(adHoc.send("http://slow.test:" + server.port() + "/")).isInstanceOf(Outcome.Succeeded.class);
            names.put("slower.test", "127.0.0.3");
            assertThat(adHoc.send("http://slower.test:" + server.port() + "/")).isEqualTo(Outcome.failed("connect timeout"));
            assertThat(server.requests).hasSize(1);
            for (Socket socket : backlog) {
                socket.close();
            }
        }
    }

    @Test
    void anUnknownNameIsTriedAgain() {
        assertThat(adHoc.send("http://unknown.test/")).isEqualTo(Outcome.failed("unknown host"));
    }

    @Test
    void lookUpsThatHangEndWithTheAttemptAndDelayNoOtherDestination() throws Exception {
        CountDownLatch back = new CountDownLatch(1);
        try (RawServer server = RawServer.replying(OK)) {
            names.hanging.put("hangs.test", back);
            String other = otherLane("hangs.test");
            names.put(other, "127.0.0.1");
            String url = "http://hangs.test:" + server.port() + "/";
            int threadsAndPlaces = 4 + 2 * TestSettings.AD_HOC_CONCURRENCY;
            for (int i = 0; i < threadsAndPlaces; i++) {
                adHoc.start(url, "POST", Map.of(), Duration.ofMillis(300)).await().atMost(SOON);
            }
            assertThat(adHoc.start(url, "POST", Map.of(), Duration.ofMillis(300)).await().atMost(SOON))
                    .isEqualTo(Outcome.failed("not sent: look-ups of host names by earlier attempts have not returned"));
            assertThat(adHoc.send("http://" + other + ":" + server.port() + "/")).isInstanceOf(Outcome.Succeeded.class);

            names.put("hangs.test", "127.0.0.1");
            names.hanging.clear();
            back.countDown();
            await().atMost(SOON).untilAsserted(() -> assertThat(adHoc.send(url)).isInstanceOf(Outcome.Succeeded.class));
            assertThat(server.requests).as("nothing of the attempts that ended").hasSize(2);
        } finally {
            back.countDown();
        }
    }

    @Test
    void aHangingLookUpIsATimeout() {
        CountDownLatch back = new CountDownLatch(1);
        names.hanging.put("still.test", back);
        assertThat(adHoc.start("http://still.test/", "POST", Map.of(), Duration.ofMillis(300)).await().atMost(SOON))
                .isEqualTo(Outcome.failed("timeout"));
        back.countDown();
    }

    @Test
    void aCancelledAttemptClosesItsConnection() throws Exception {
        AtomicReference<Object> result = new AtomicReference<>();
        try (RawServer server = new RawServer((request, connection) -> connection.awaitPeerClose())) {
            Cancellable attempt = adHoc.start(server.url("/")).subscribe().with(result::set, result::set);
            await().atMost(SOON).until(() -> server.requests.size() == 1);
            attempt.cancel();
            await().atMost(SOON).until(() -> server.closedByPeer.get() == 1);
            assertThat(result.get()).isNull();
        }
    }

    @Test
    void anAttemptEndsInTimeAndClosesItsConnection() throws Exception {
        try (RawServer server = new RawServer((request, connection) -> connection.awaitPeerClose())) {
            assertThat(adHoc.start(server.url("/"), "POST", Map.of(), Duration.ofMillis(700)).await().atMost(SOON))
                    .isEqualTo(Outcome.failed("timeout"));
            await().atMost(SOON).until(() -> server.closedByPeer.get() == 1);
        }
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
            names.put("breaks.test", "127.0.0.1", "127.0.0.2");
            String url = "http://breaks.test:" + server.port() + "/";
            assertThat(adHoc.send(url)).isInstanceOf(Outcome.Succeeded.class);
            assertThat(adHoc.send(url)).isEqualTo(Outcome.failed("connection closed"));
            assertThat(server.requests).hasSize(2);
        }
    }

    @Test
    void theCompleteHeadDecidesAndTheBodyIsBounded() throws Exception {
        try (RawServer endless = new RawServer((request, connection) -> {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
            connection.write(new byte[1000]);
            connection.awaitPeerClose();
        }); RawServer slow = new RawServer((request, connection) -> {
            connection.write("HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 10\r\n\r\nabc");
            connection.awaitPeerClose();
        }); RawServer broken = new RawServer((request, connection) -> {
            connection.write("HTTP/1.1 410 Gone\r\nContent-Length: 10\r\n\r\nabc");
            connection.close();
        });
                RawServer body = RawServer.replying("HTTP/1.1 202 Accepted\r\nContent-Type: multipart/form-data; boundary=x\r\n"
                        + "Content-Length: 5\r\n\r\nhello")) {
            assertThat(adHoc.send(endless.url("/"))).isInstanceOf(Outcome.Succeeded.class);
            await().atMost(SOON).until(() -> endless.closedByPeer.get() == 1);
            assertThat(adHoc.send(slow.url("/"))).isEqualTo(Outcome.failed("HTTP 503", Duration.ofSeconds(7)));
            await().atMost(SOON).until(() -> slow.closedByPeer.get() == 1);
            assertThat(adHoc.send(broken.url("/"))).isEqualTo(Outcome.rejected("HTTP 410"));
            for (int i = 0; i < 10; i++) {
                assertThat(adHoc.send(body.url("/"))).isInstanceOf(Outcome.Succeeded.class);
            }
            assertKept(body, 10);
        }
    }

    /** Many hosts do not mean many idle connections. */
    @Test
    void idleConnectionsAreBounded() throws Exception {
        int kept = 2 * AdHocDestinations.HTTP_LANES * TestSettings.AD_HOC_CONCURRENCY;
        List<RawServer> servers = new ArrayList<>();
        try {
            for (int i = 0; i < kept + 20; i++) {
                RawServer server = RawServer.replying(OK);
                servers.add(server);
                assertThat(adHoc.send(server.url("/"))).isInstanceOf(Outcome.Succeeded.class);
            }
            assertThat(servers.get(servers.size() - 1).requests.get(0).values("connection")).containsExactly("close");
            await().atMost(SOON).until(() -> servers.stream().mapToInt(s -> s.connections.get() - s.closedByPeer.get())
                    .sum() <= kept + 1);
        } finally {
            for (RawServer server : servers) {
                server.close();
            }
        }
    }

    /** A message that follows at once may find the connection not yet returned to the pool, so there can be a second one. */
    private static void assertKept(RawServer server, int requests) {
        assertThat(server.requests).hasSize(requests);
        assertThat(server.connections.get()).isLessThanOrEqualTo(TestSettings.AD_HOC_CONCURRENCY);
    }

    private static String otherLane(String host) {
        for (int i = 0;; i++) {
            String other = "other" + i + ".test";
            if (!AdHocDestinations.ofHost(other).equals(AdHocDestinations.ofHost(host))) {
                return other;
            }
        }
    }
}
