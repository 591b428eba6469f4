package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import jakarta.inject.Inject;
import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientRequestFilter;
import jakarta.ws.rs.client.ClientResponseContext;
import jakarta.ws.rs.client.ClientResponseFilter;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ContextResolver;
import jakarta.ws.rs.ext.Provider;

import org.eclipse.microprofile.rest.client.ext.ResponseExceptionMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.vertx.core.http.HttpClientOptions;

class ApplicationsOwnClientSettingsDoNotReachTheChannelTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = HttpChannel.application(RequestFilter.class, ResponseFilter.class, Mapper.class,
            Options.class)
            .overrideConfigKey("quarkus.rest-client.http2", "true")
            .overrideConfigKey("quarkus.rest-client.alpn", "true")
            .overrideConfigKey("quarkus.rest-client.follow-redirects", "true")
            .overrideConfigKey("quarkus.http.enable-compression", "true")
            .overrideConfigKey("quarkus.rest-client.logging.scope", "all")
            .overrideConfigKey("quarkus.rest-client.connection-pool-size", "1")
            .overrideConfigKey("quarkus.rest-client.read-timeout", "1")
            .overrideConfigKey("quarkus.rest-client.connect-timeout", "1")
            .overrideConfigKey("quarkus.rest-client.headers.\"Idempotency-Key\"", "theirs")
            .overrideConfigKey("microprofile.rest.client.disable.default.mapper", "false")
            .setLogRecordPredicate(record -> record.getLoggerName().contains("logging"))
            .assertLogRecords(records -> assertThat(records).isEmpty());

    @Provider
    public static class RequestFilter implements ClientRequestFilter {

        @Override
        public void filter(ClientRequestContext request) {
            request.getHeaders().putSingle("Idempotency-Key", "theirs");
            request.getHeaders().add("content-type", "theirs/too");
            request.getHeaders().putSingle("X-Company", "acme");
            if ("abort".equals(request.getHeaderString("X-Test"))) {
                request.abortWith(Response.ok().build());
            }
        }
    }

    @Provider
    public static class ResponseFilter implements ClientResponseFilter {

        @Override
        public void filter(ClientRequestContext request, ClientResponseContext response) throws IOException {
            response.setStatus(response.getStatus() == 200 ? 500 : 200);
            throw new IOException("theirs");
        }
    }

    @Provider
    public static class Mapper implements ResponseExceptionMapper<RuntimeException> {

        @Override
        public RuntimeException toThrowable(Response response) {
            return new IllegalStateException("theirs");
        }

        @Override
        public boolean handles(int status, MultivaluedMap<String, Object> headers) {
            return true;
        }
    }

    @Provider
    public static class Options implements ContextResolver<HttpClientOptions> {

        private static final HttpClientOptions SHARED = new HttpClientOptions().setMaxHeaderSize(10).setIdleTimeout(1);

        @Override
        public HttpClientOptions getContext(Class<?> type) {
            return SHARED;
        }
    }

    @Inject
    HttpChannel http;

    @ParameterizedTest
    @ValueSource(ints = { 200, 302, 404, 500 })
    void theHeadStillDecides(int status) throws Exception {
        try (RawServer server = RawServer.replying("HTTP/1.1 " + status + " X\r\nContent-Encoding: gzip\r\n"
                + "Content-Length: 8\r\nLocation: /elsewhere\r\n\r\nnot gzip")) {
            Outcome outcome = http.send(server.url("/hook"));
            if (status == 200) {
                assertThat(outcome).isInstanceOf(Outcome.Succeeded.class);
            } else {
                assertThat(outcome).isInstanceOfSatisfying(Outcome.Failed.class,
                        failed -> assertThat(failed.reason()).startsWith("HTTP " + status));
            }
            RawServer.Request request = server.requests.get(0);
            assertThat(server.requests).hasSize(1);
            assertThat(request.requestLine()).isEqualTo("POST /hook HTTP/1.1");
            assertThat(request.values("idempotency-key")).containsExactly("task-1");
            assertThat(request.values("content-type")).containsExactly("application/json");
            assertThat(request.values("x-company")).containsExactly("acme");
            assertThat(request.values("accept-encoding")).isEmpty();
            assertThat(request.values("upgrade")).isEmpty();
        }
    }

    @Test
    void aLargePayloadNeedsNoUpgrade() throws Exception {
        byte[] payload = new byte[100_000];
        try (RawServer server = RawServer.replying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            var destination = TestSettings.destination("partner", server.url("/"));
            assertThat(http.start(destination, new Delivery("t", "n", "partner", 1, payload, "text/plain", Map.of(), Map.of(),
                    destination.timeout())).await().atMost(Duration.ofSeconds(10))).isInstanceOf(Outcome.Succeeded.class);
            RawServer.Request request = server.requests.get(0);
            assertThat(request.requestLine()).isEqualTo("POST / HTTP/1.1");
            assertThat(request.values("upgrade")).isEmpty();
            assertThat(request.values("http2-settings")).isEmpty();
            assertThat(request.body()).hasSize(payload.length);
        }
    }

    @Test
    void aFilterThatAnswersItselfDeliversNothing() throws Exception {
        try (RawServer server = RawServer.replying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            var destination = TestSettings.destination("partner", server.url("/"));
            Outcome outcome = http.start(destination, HttpChannel.delivery(destination, "t", Map.of("X-Test", "abort")))
                    .await().atMost(Duration.ofSeconds(10));
            assertThat(outcome).isInstanceOf(Outcome.Failed.class);
            assertThat(server.requests).isEqualTo(List.of());
        }
    }
}
