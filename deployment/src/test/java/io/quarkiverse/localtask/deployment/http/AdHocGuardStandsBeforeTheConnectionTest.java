package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;

/** Where private addresses are not allowed nothing is opened to one, whatever its name was a moment ago. */
class AdHocGuardStandsBeforeTheConnectionTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    @RegisterExtension
    static final QuarkusUnitTest APP = HttpChannel.application(AdHoc.class, AdHoc.Names.class)
            .overrideConfigKey("quarkus.tls.ad-hoc.trust-all", "true")
            .overrideConfigKey("quarkus.local-task.http.allow-private-addresses", "false");

    @Inject
    AdHoc adHoc;

    @Inject
    AdHoc.Names names;

    @Inject
    HttpChannel http;

    @Inject
    LocalTasks tasks;

    @ParameterizedTest
    @ValueSource(strings = { "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "169.254.169.254" })
    void addressIsRefusedAtAcceptAndAtDelivery(String host) throws Exception {
        try (RawServer server = new RawServer(InetAddress.getByName("::"), (request, connection) -> connection.write(OK))) {
            String url = "http://" + host + ":" + server.port() + "/?token=s3cret";
            assertThatThrownBy(() -> QuarkusTransaction.requiringNew()
                    .run(() -> tasks.accept(TaskMessage.http(URI.create(url)).build())))
                    .hasStackTraceContaining(IllegalArgumentException.class.getName())
                    .hasStackTraceContaining("quarkus.local-task.http.allow-private-addresses")
                    .hasStackTraceContaining("RFC ");
            assertRejected(url);
            assertThat(server.connections.get()).isZero();
        }
    }

    /** The name is allowed at accept, since only the address at the attempt counts. */
    @Test
    void nameIsLookedUpAtEveryAttempt() throws IOException {
        try (RawServer server = RawServer.replying(OK)) {
            String url = "http://rebinds.test:" + server.port() + "/?token=s3cret";
            names.put("rebinds.test", "93.184.216.34");
            names.asked = 0;
            assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
                tasks.accept(TaskMessage.http(URI.create(url)).build());
                throw new IllegalStateException("accepted, not looked up: " + names.asked);
            })).hasStackTraceContaining("accepted, not looked up: 0");
            for (String[] answer : new String[][] { { "127.0.0.1" }, { "93.184.216.34", "127.0.0.1" },
                    { "127.0.0.1", "93.184.216.34" }, { "::1" }, { "10.0.0.1" }, { "64:ff9b::7f00:1" } }) {
                names.put("rebinds.test", answer);
                assertRejected(url);
            }
            assertThat(server.connections.get()).isZero();
        }
    }

    @Test
    void namedDestinationsAreNotGuarded() throws IOException {
        try (RawServer server = RawServer.replying(OK)) {
            assertThat(http.send(server.url("/"))).isInstanceOf(Outcome.Succeeded.class);
        }
    }

    private void assertRejected(String url) {
        Outcome outcome = adHoc.send(url);
        assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
        assertThat(outcome.toString()).contains("quarkus.local-task.http.allowed-hosts", "RFC ").doesNotContain("s3cret")
                .doesNotContain("rebinds");
    }
}
