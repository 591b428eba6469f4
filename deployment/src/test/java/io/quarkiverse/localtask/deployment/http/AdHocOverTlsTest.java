package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.tls.CertificateUpdatedEvent;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;

/** The connection goes to an address, the certificate must be the host's. */
class AdHocOverTlsTest {

    /** The test class is loaded twice, by JUnit and by Quarkus: both must know the same store. */
    private static final Path STORE = Path.of(System.getProperties()
            .computeIfAbsent("test.local-task.ad-hoc-store", name -> TestKeys.serverStore("partner.test").toString())
            .toString());

    @RegisterExtension
    static final QuarkusUnitTest APP = HttpChannel.application(AdHoc.class, AdHoc.Names.class, HttpsServer.class,
            TestKeys.class)
            .overrideConfigKey("quarkus.tls.ad-hoc.trust-store.p12.path", STORE.toString())
            .overrideConfigKey("quarkus.tls.ad-hoc.trust-store.p12.password", TestKeys.PASSWORD)
            .setAfterAllCustomizer(() -> System.clearProperty("test.local-task.ad-hoc-store"));

    @Inject
    AdHoc adHoc;

    @Inject
    AdHoc.Names names;

    @Inject
    TlsConfigurationRegistry tls;

    @Inject
    Event<CertificateUpdatedEvent> reloaded;

    @Test
    void hostNameAndCertificateAreTheUrls() throws Exception {
        names.put("partner.test", "127.0.0.1");
        names.put("other.test", "127.0.0.1");
        try (HttpsServer server = new HttpsServer()) {
            assertThat(adHoc.send("https://partner.test:" + server.port() + "/")).isInstanceOf(Outcome.Succeeded.class);
            assertThat(server.seen).containsExactly("[partner.test] Host: partner.test:" + server.port());

            server.seen.clear();
            assertThat(adHoc.send("https://other.test:" + server.port() + "/"))
                    .isEqualTo(Outcome.failed("TLS: certificate not accepted"));
            assertThat(adHoc.send("https://127.0.0.1:" + server.port() + "/"))
                    .isEqualTo(Outcome.failed("TLS: certificate not accepted"));
            assertThat(adHoc.send("http://partner.test:" + server.port() + "/")).isInstanceOf(Outcome.Failed.class);
            assertThat(server.seen).isEmpty();
        }
    }

    @Test
    void newConnectionsUseWhatWasReloaded() throws Exception {
        names.put("partner.test", "127.0.0.1");
        byte[] store = Files.readAllBytes(STORE);
        Path other = TestKeys.serverStore("partner.test");
        try (HttpsServer server = new HttpsServer()) {
            String url = "https://partner.test:" + server.port() + "/";
            assertThat(adHoc.send(url)).isInstanceOf(Outcome.Succeeded.class);
            reload(Files.readAllBytes(other));
            assertThat(adHoc.send(url)).isEqualTo(Outcome.failed("TLS: certificate not accepted"));
            reload(store);
            assertThat(adHoc.send(url)).isInstanceOf(Outcome.Succeeded.class);
        } finally {
            Files.write(STORE, store);
        }
    }

    private void reload(byte[] store) throws IOException {
        Files.write(STORE, store);
        TlsConfiguration configuration = tls.get("ad-hoc").orElseThrow();
        assertThat(configuration.reload()).isTrue();
        reloaded.fire(new CertificateUpdatedEvent("ad-hoc", configuration));
    }

    /** Writes down the name asked for in the handshake and in the request. */
    public static class HttpsServer implements Closeable {

        final List<String> seen = Collections.synchronizedList(new ArrayList<>());
        private final SSLServerSocket server;

        HttpsServer() throws Exception {
            SSLContext context = TestKeys.serverContext(STORE);
            server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0);
            Thread thread = new Thread(this::serve, "https-server");
            thread.setDaemon(true);
            thread.start();
        }

        int port() {
            return server.getLocalPort();
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
                    String line;
                    String host = null;
                    while ((line = in.readLine()) != null && !line.isEmpty()) {
                        host = line.toLowerCase().startsWith("host:") ? "Host:" + line.substring(5) : host;
                    }
                    List<String> names = ((ExtendedSSLSession) socket.getSession()).getRequestedServerNames().stream()
                            .map(name -> ((SNIHostName) name).getAsciiName()).toList();
                    if (host != null) {
                        seen.add(names + " " + host);
                    }
                    in.skip(AdHoc.PAYLOAD.length);
                    socket.getOutputStream()
                            .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".getBytes());
                } catch (IOException | RuntimeException e) {
                    // a client that does not trust us
                }
            }
        }
    }
}
