package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.DestinationHeaders;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/** A token is made for a partner, not for whatever host a message names. */
class DestinationHeadersStayAtHomeTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = HttpChannel.application(AdHoc.class, AdHoc.Names.class, Tokens.class)
            .overrideConfigKey("quarkus.tls.ad-hoc.trust-all", "true");

    @Inject
    AdHoc adHoc;

    @Inject
    HttpChannel http;

    @Test
    void adHocMessagesCarryNone() throws Exception {
        try (RawServer server = RawServer.replying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            assertThat(adHoc.send(server.url("/"))).isInstanceOf(Outcome.Succeeded.class);
            assertThat(http.send(server.url("/"))).isInstanceOf(Outcome.Succeeded.class);
            assertThat(server.requests.get(0).values("authorization")).isEmpty();
            assertThat(server.requests.get(1).values("authorization")).containsExactly("Bearer s3cret");
        }
    }

    @Singleton
    public static class Tokens implements DestinationHeaders {

        @Override
        public Map<String, String> headers(Delivery delivery) {
            return Map.of("Authorization", "Bearer s3cret");
        }
    }
}
