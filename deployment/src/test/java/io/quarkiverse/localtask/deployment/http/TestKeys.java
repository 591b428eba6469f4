package io.quarkiverse.localtask.deployment.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** Keys and certificates of a test's servers, made by the JDK's own tool, so that no key lies in the repository. */
public final class TestKeys {

    static final String PASSWORD = "changeit";

    private TestKeys() {
    }

    /** @return a new directory's {@code server.p12} */
    static Path serverStore(String host) {
        try {
            Path store = Files.createTempDirectory("local-task-tls").resolve("server.p12");
            generate(store, host, host);
            store.toFile().deleteOnExit();
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void generate(Path store, String name, String host) {
        keytool("-genkeypair", "-alias", "key", "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "SAN=dns:" + host, "-validity",
                "30", "-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", PASSWORD);
    }

    static void exportCertificate(Path store, Path pem) {
        keytool("-exportcert", "-rfc", "-alias", "key", "-keystore", store.toString(), "-storepass", PASSWORD, "-file",
                pem.toString());
    }

    /** @param trusted whom the server trusts, if not whom the JDK does */
    static SSLContext serverContext(Path store, TrustManager... trusted) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), trusted.length == 0 ? null : trusted, null);
        return context;
    }

    private static void keytool(String... arguments) {
        List<String> command = new ArrayList<>(List.of(arguments));
        command.add(0, Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        try {
            Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(keytool.getInputStream().readAllBytes());
            if (keytool.waitFor() != 0) {
                throw new IllegalStateException("keytool failed: " + output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
