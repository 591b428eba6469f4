package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

import jakarta.inject.Inject;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.runtime.channel.http.HttpReferencesCheck;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

class TlsAndProxyAreFoundByNameTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    /** The test class is loaded twice, by JUnit and by Quarkus: both must know the same store and port. */
    private static final Path STORE = Path
            .of(shared("test.local-task.store", () -> TestKeys.serverStore("localhost").toString()));
    private static final int PROXY_PORT = Integer
            .parseInt(shared("test.local-task.proxy", TlsAndProxyAreFoundByNameTest::freePort));

    @RegisterExtension
    static final QuarkusUnitTest APP = HttpChannel.application(HttpsServer.class, TestKeys.class)
            .overrideConfigKey("quarkus.tls.partner.trust-store.p12.path", STORE.toString())
            .overrideConfigKey("quarkus.tls.partner.trust-store.p12.password", TestKeys.PASSWORD)
            .overrideConfigKey("quarkus.tls.all.trust-all", "true")
            .overrideConfigKey("quarkus.proxy.egress.host", "127.0.0.1")
            .overrideConfigKey("quarkus.proxy.egress.port", Integer.toString(PROXY_PORT))
            .overrideConfigKey("quarkus.proxy.egress.username", "user")
            .overrideConfigKey("quarkus.proxy.egress.password", "pass")
            .setAfterAllCustomizer(() -> {
                System.clearProperty("test.local-task.store");
                System.clearProperty("test.local-task.proxy");
            });

    @Inject
    HttpChannel http;

    @Inject
    HttpReferencesCheck references;

    @AfterAll
    static void deleteStore() throws IOException {
        Files.deleteIfExists(STORE);
    }

    @Test
    void aCertificateIsCheckedUnlessConfiguredOtherwise() throws Exception {
        try (HttpsServer server = new HttpsServer()) {
            assertThat(http.send(destination(server.url(), null, null)))
                    .isEqualTo(Outcome.failed("TLS: certificate not accepted"));
            assertThat(http.send(destination(server.url(), "partner", null))).isInstanceOf(Outcome.Succeeded.class);
            assertThat(http.send(destination(server.url(), "all", null))).isInstanceOf(Outcome.Succeeded.class);
        }
    }

    @Test
    void aProxyGetsTheWholeTarget() throws Exception {
        try (RawServer proxy = new RawServer(new ServerSocket(PROXY_PORT), (request, connection) -> connection.write(OK))) {
            assertThat(http.send(destination("http://partner.invalid:81/a%2Fb?", null, "egress")))
                    .isInstanceOf(Outcome.Succeeded.class);
            RawServer.Request request = proxy.requests.get(0);
            assertThat(request.requestLine()).isEqualTo("POST http://partner.invalid:81/a%2Fb? HTTP/1.1");
            assertThat(request.values("host")).containsExactly("partner.invalid:81");
            assertThat(request.values("proxy-authorization")).hasSize(1);
        }
    }

    @Test
    void aNameThatLeadsNowhereIsReportedWithItsProperty() {
        assertThat(references.problems(destination("https://h/", "partner", "egress"))).isEmpty();
        assertThat(references.problems(destination("https://h/", "nowhere", "none-such")))
                .satisfiesExactly(
                        tls -> assertThat(tls)
                                .startsWith("quarkus.local-task.destinations.partner.tls-configuration-name ")
                                .contains("quarkus.tls.nowhere."),
                        proxy -> assertThat(proxy)
                                .startsWith("quarkus.local-task.destinations.partner.proxy-configuration-name ")
                                .contains("quarkus.proxy.none-such."));
    }

    private static Destination destination(String url, String tls, String proxy) {
        return new Destination("partner", "http", url, "POST", Map.of(), Optional.empty(), Duration.ofSeconds(10), 4,
                Duration.ofSeconds(2), Optional.ofNullable(tls), Optional.ofNullable(proxy), TestSettings.RETRY);
    }

    private static String shared(String property, Supplier<String> value) {
        return System.getProperties().computeIfAbsent(property, name -> value.get()).toString();
    }

    private static String freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return Integer.toString(socket.getLocalPort());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Answers one request per connection. */
    public static class HttpsServer implements Closeable {

        private final SSLServerSocket server;

        HttpsServer() throws Exception {
            SSLContext context = TestKeys.serverContext(STORE);
            server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0);
            Thread thread = new Thread(this::serve, "https-server");
            thread.setDaemon(true);
            thread.start();
        }

        String url() {
            return "https://localhost:" + server.getLocalPort() + "/";
        }

        @Override
        public void close() throws IOException {
            server.close();
        }

        private void serve() {
            while (!server.isClosed()) {
                try (SSLSocket socket = (SSLSocket) server.accept()) {
                    BufferedReader in = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
                    while (!in.readLine().isEmpty()) {
                        // the head
                    }
                    in.skip("{\"a\":1}".length());
                    socket.getOutputStream().write(OK.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n").getBytes());
                } catch (IOException | RuntimeException e) {
                    // a client that does not trust us
                }
            }
        }
    }
}
