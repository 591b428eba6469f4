package io.quarkiverse.localtask.it.faults.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Self-signed certificates, made by the JDK's keytool. */
public final class KeyStores {

    public static final String PASSWORD = "changeit";

    private KeyStores() {
    }

    /**
     * @param subjectAlternativeName {@code dns:partner.example} or {@code ip:127.0.0.1}
     * @return a PKCS #12 file with the key
     */
    public static Path key(Path directory, String name, String subjectAlternativeName) {
        Path file = directory.resolve(name + ".p12");
        keytool("-genkeypair", "-keystore", file.toString(), "-alias", name, "-keyalg", "RSA", "-dname", "CN=" + name, "-ext",
                "san=" + subjectAlternativeName);
        return file;
    }

    /** @return a PKCS #12 file that trusts the certificates of these keys */
    public static Path trust(Path directory, Path... keys) {
        Path file = directory.resolve("trust.p12");
        for (Path key : keys) {
            Path certificate = directory.resolve(key.getFileName() + ".pem");
            String alias = key.getFileName().toString().replace(".p12", "");
            keytool("-exportcert", "-keystore", key.toString(), "-alias", alias, "-rfc", "-file", certificate.toString());
            keytool("-importcert", "-noprompt", "-keystore", file.toString(), "-alias", alias, "-file",
                    certificate.toString());
        }
        return file;
    }

    private static void keytool(String... arguments) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        try {
            int code = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
            if (code != 0) {
                throw new IllegalStateException("keytool " + arguments[0] + " ended with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
