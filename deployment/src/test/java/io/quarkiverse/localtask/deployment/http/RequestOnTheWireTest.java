package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

class RequestOnTheWireTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    @RegisterExtension
    static final QuarkusUnitTest APP = HttpChannel.application();

    @Inject
    HttpChannel http;

    @ParameterizedTest
    @ValueSource(strings = { "/hook", "/", "/a%2Fb/%7Euser/%C3%A9?q=%20+&x=a%26b&y", "/a//b/../c/./d;v=1,2:@!$&'()*+,=~",
            "/?", "/hook?a=1&a=2&empty=", "/%7B%7D?t=%7B1%7D", "/a%2fb%2Fc", "/tr/ailing/", "/?u=http://x/y?z=%23" })
    void theTargetIsTheConfiguredOneByteForByte(String target) throws Exception {
        try (RawServer server = RawServer.replying(OK)) {
            assertThat(http.send(server.url(target))).isInstanceOf(Outcome.Succeeded.class);
            assertThat(server.requests.get(0).requestLine()).isEqualTo("POST " + target + " HTTP/1.1");
            assertThat(server.requests.get(0).values("host")).containsExactly("127.0.0.1:" + server.port());
        }
    }

    @Test
    void aUrlWithoutPathAsksForTheRoot() throws Exception {
        try (RawServer server = RawServer.replying(OK)) {
            http.send(server.url(""));
            http.send(server.url("?a=1"));
            assertThat(server.requests).extracting(RawServer.Request::requestLine)
                    .containsExactly("POST / HTTP/1.1", "POST /?a=1 HTTP/1.1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "GET", "POST", "PUT", "PATCH", "DELETE", "post" })
    void everyMethodCarriesTheBody(String method) throws Exception {
        try (RawServer server = RawServer.replying(OK)) {
            Destination destination = TestSettings.destination("partner", server.url("/"), method, Map.of(),
                    Duration.ofSeconds(10), 64);
            assertThat(http.send(destination)).isInstanceOf(Outcome.Succeeded.class);
            RawServer.Request request = server.requests.get(0);
            assertThat(request.requestLine()).isEqualTo(method.toUpperCase(Locale.ROOT) + " / HTTP/1.1");
            assertThat(request.values("content-length")).containsExactly("7");
            assertThat(request.values("transfer-encoding")).isEmpty();
            assertThat(request.body()).isEqualTo("{\"a\":1}".getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void headersComeOncePerNameAndOursWin() throws Exception {
        try (RawServer server = RawServer.replying(OK)) {
            Destination destination = TestSettings.destination("partner", server.url("/"), "POST",
                    Map.of("Authorization", "Bearer secret", "X-Tenant", "configured", "accept", "text/plain",
                            "User-Agent", "shop/1"),
                    Duration.ofSeconds(10), 64);
            Delivery delivery = HttpChannel.delivery(destination, "order:4711", Map.of("x-tenant", "message"));
            http.start(destination, delivery).await().atMost(Duration.ofSeconds(10));

            RawServer.Request request = server.requests.get(0);
            assertThat(request.values("idempotency-key")).containsExactly("order:4711");
            assertThat(request.values("local-task-attempt")).containsExactly("1");
            assertThat(request.values("content-type")).containsExactly("application/json");
            assertThat(request.values("x-tenant")).containsExactly("message");
            assertThat(request.values("authorization")).containsExactly("Bearer secret");
            assertThat(request.values("accept")).containsExactly("text/plain");
            assertThat(request.values("user-agent")).containsExactly("shop/1");
            assertThat(request.values("accept-encoding")).isEmpty();
            assertThat(request.headerLines()).extracting(line -> line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT))
                    .doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "application/JSON;charset=\"utf-8\" ; x=1", "text/plain;charset=UTF-8", "garbage",
            "application/vnd.acme+json; version=2" })
    void theContentTypeIsSentByteForByte(String contentType) throws Exception {
        try (RawServer server = RawServer.replying(OK)) {
            Destination destination = TestSettings.destination("partner", server.url("/"));
            assertThat(http.start(destination, new Delivery("t", "n", "partner", 2, new byte[] { 0, -1, 10 }, contentType,
                    Map.of(), Map.of(), destination.timeout())).await().atMost(Duration.ofSeconds(10)))
                    .isInstanceOf(Outcome.Succeeded.class);
            assertThat(server.requests.get(0).headerLines()).contains("Content-Type: " + contentType);
            assertThat(server.requests.get(0).values("content-type")).hasSize(1);
            assertThat(server.requests.get(0).values("local-task-attempt")).containsExactly("2");
            assertThat(server.requests.get(0).body()).containsExactly(0, -1, 10);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 4 << 20 })
    void thePayloadIsSentWhole(int size) throws Exception {
        byte[] payload = new byte[size];
        Arrays.fill(payload, (byte) 'x');
        try (RawServer server = RawServer.replying(OK)) {
            Destination destination = TestSettings.destination("partner", server.url("/"));
            assertThat(http.start(destination, new Delivery("t", "n", "partner", 1, payload, "text/plain", Map.of(), Map.of(),
                    destination.timeout())).await().atMost(Duration.ofSeconds(10))).isInstanceOf(Outcome.Succeeded.class);
            assertThat(server.requests.get(0).values("content-length")).containsExactly(Integer.toString(size));
            assertThat(server.requests.get(0).body()).isEqualTo(payload);
        }
    }

    @Test
    void anIpv6AddressWorks() throws Exception {
        try (RawServer server = new RawServer(InetAddress.getByName("::1"),
                (request, connection) -> connection.write(OK))) {
            assertThat(http.send("http://[::1]:" + server.port() + "/hook")).isInstanceOf(Outcome.Succeeded.class);
            assertThat(server.requests.get(0).requestLine()).isEqualTo("POST /hook HTTP/1.1");
            assertThat(server.requests.get(0).values("host")).containsExactly("[::1]:" + server.port());
        }
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        try (RawServer other = RawServer.replying(OK);
                RawServer server = RawServer.replying("HTTP/1.1 307 Temporary Redirect\r\nLocation: " + other.url("/")
                        + "\r\nContent-Length: 0\r\n\r\n")) {
            assertThat(http.send(server.url("/"))).isEqualTo(Outcome.failed("HTTP 307 (redirects are not followed)"));
            assertThat(other.connections.get()).isZero();
        }
    }
}
