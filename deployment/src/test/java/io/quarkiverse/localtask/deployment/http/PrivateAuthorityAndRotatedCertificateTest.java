package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509TrustManager;

import jakarta.inject.Inject;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/**
 * The receiver's certificate is of nobody's list, and it asks for ours: the default TLS configuration, a named one, and a key
 * that is replaced while the application runs. All that with HTTP/2 switched on for the application's own clients.
 */
class PrivateAuthorityAndRotatedCertificateTest {

    private static final String DIRECTORY = "test.local-task.certificates";
    /** The test class is loaded twice, by JUnit and by Quarkus: both must know the same files. */
    private static final Path FILES = Path
            .of(System.getProperties().computeIfAbsent(DIRECTORY, name -> Keys.make().toString()).toString());

    @RegisterExtension
    static final QuarkusUnitTest APP = HttpChannel
            .application(Keys.class, TestKeys.class, TlsServer.class, TlsServer.Anyone.class)
            .overrideConfigKey("quarkus.rest-client.http2", "true")
            .overrideConfigKey("quarkus.rest-client.alpn", "true")
            .overrideConfigKey("quarkus.tls.trust-store.pem.certs", FILES.resolve("server.pem").toString())
            .overrideConfigKey("quarkus.tls.partner.trust-store.pem.certs", FILES.resolve("server.pem").toString())
            .overrideConfigKey("quarkus.tls.partner.key-store.p12.path", FILES.resolve("client.p12").toString())
            .overrideConfigKey("quarkus.tls.partner.key-store.p12.password", TestKeys.PASSWORD)
            .overrideConfigKey("quarkus.tls.partner.reload-period", "1s")
            .setAfterAllCustomizer(() -> System.clearProperty(DIRECTORY));

    @Inject
    HttpChannel http;

    @AfterAll
    static void deleteFiles() throws IOException {
        try (var files = Files.list(FILES)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(FILES);
    }

    @Test
    void theDefaultTlsConfigurationWorksWithoutMore() throws Exception {
        try (TlsServer server = new TlsServer(FILES, false)) {
            assertThat(http.send(destination(server, null))).isInstanceOf(Outcome.Succeeded.class);
        }
    }

    @Test
    void aLargePayloadGoesOutWithoutHttp2() throws Exception {
        try (TlsServer server = new TlsServer(FILES, false)) {
            Destination destination = destination(server, null);
            byte[] payload = new byte[100_000];
            Arrays.fill(payload, (byte) 'x');
            assertThat(http.start(destination, new Delivery("t", "n", destination.name(), 1, payload, "text/plain", Map.of(),
                    Map.of(), destination.timeout())).await().atMost(Duration.ofSeconds(20)))
                    .isInstanceOf(Outcome.Succeeded.class);
            assertThat(server.bytes).contains(100_000);
            assertThat(server.offered).as("protocols offered by ALPN").isEmpty();
        }
    }

    @Test
    void aMissingClientCertificateIsAFailureThatIsRepeated() throws Exception {
        try (TlsServer server = new TlsServer(FILES, true)) {
            assertThat(http.send(destination(server, null))).isInstanceOf(Outcome.Failed.class);
        }
    }

    @Test
    void aReplacedKeyIsUsedForNewConnectionsWithoutARestart() throws Exception {
        try (TlsServer server = new TlsServer(FILES, true)) {
            assertThat(http.send(destination(server, "partner"))).isInstanceOf(Outcome.Succeeded.class);
            assertThat(server.clients).containsExactly("CN=client-1");

            Path copy = Files.copy(FILES.resolve("client-2.p12"), FILES.resolve("new.p12"));
            Files.move(copy, FILES.resolve("client.p12"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);

            await().atMost(Duration.ofSeconds(20)).until(() -> {
                assertThat(http.send(destination(server, "partner"))).isInstanceOf(Outcome.Succeeded.class);
                return server.clients.contains("CN=client-2");
            });
            http.send(destination(server, "partner"));
            assertThat(server.clients).last().isEqualTo("CN=client-2");
        }
    }

    private static Destination destination(TlsServer server, String tls) {
        return new Destination("partner", "http", server.url(), "POST", Map.of(), Optional.empty(), Duration.ofSeconds(10), 4,
                Duration.ofSeconds(2), Optional.ofNullable(tls), Optional.empty(), TestSettings.RETRY);
    }

    /** Made by the JDK's own tool, so that no key lies in the repository. */
    public static final class Keys {

        private Keys() {
        }

        static Path make() {
            try {
                Path directory = Files.createTempDirectory("local-task-certificates");
                for (String name : List.of("server", "client-1", "client-2")) {
                    TestKeys.generate(directory.resolve(name + ".p12"), name.equals("server") ? "localhost" : name,
                            "localhost");
                }
                TestKeys.exportCertificate(directory.resolve("server.p12"), directory.resolve("server.pem"));
                Files.copy(directory.resolve("client-1.p12"), directory.resolve("client.p12"));
                return directory;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Answers one request per connection, and remembers who asked. */
    public static class TlsServer implements Closeable {

        final List<String> clients = new CopyOnWriteArrayList<>();
        final List<String> offered = new CopyOnWriteArrayList<>();
        final List<Integer> bytes = new CopyOnWriteArrayList<>();
        private final SSLServerSocket server;

        TlsServer(Path files, boolean needsClientCertificate) throws Exception {
            SSLContext context = TestKeys.serverContext(files.resolve("server.p12"), new Anyone());
            server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0);
            server.setNeedClientAuth(needsClientCertificate);
            Thread thread = new Thread(this::serve, "tls-server");
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
                    socket.setHandshakeApplicationProtocolSelector((handshake, protocols) -> {
                        offered.addAll(protocols);
                        return protocols.isEmpty() ? "" : protocols.get(0);
                    });
                    socket.startHandshake();
                    if (server.getNeedClientAuth()) {
                        clients.add(socket.getSession().getPeerPrincipal().getName());
                    }
                    answer(socket);
                } catch (IOException | RuntimeException e) {
                    // a client without a certificate
                }
            }
        }

        private void answer(SSLSocket socket) throws IOException {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            int length = 0;
            for (String line; !(line = line(in)).isEmpty();) {
                if (line.toLowerCase().startsWith("content-length:")) {
                    length = Integer.parseInt(line.substring("content-length:".length()).strip());
                }
            }
            bytes.add(in.readNBytes(length).length);
            socket.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".getBytes());
        }

        private static String line(InputStream in) throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c; (c = in.read()) >= 0 && c != '\n';) {
                if (c != '\r') {
                    line.append((char) c);
                }
            }
            return line.toString();
        }

        static final class Anyone implements X509TrustManager {

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {
                // the test looks at the name
            }

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {
                throw new IllegalStateException();
            }

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        }
    }
}
