package io.quarkiverse.localtask.runtime.management;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;

import io.vertx.core.http.HttpServerResponse;

/** The page: one file that loads nothing else. */
final class ManagementPage {

    /** In the jar, and in a native executable. */
    static final String RESOURCE = "META-INF/local-task/management/index.html";

    private volatile String html;

    void send(HttpServerResponse response) {
        // made at run time: a native executable must not bring its random numbers along
        byte[] random = new byte[18];
        new SecureRandom().nextBytes(random);
        String nonce = Base64.getEncoder().encodeToString(random);
        ManagementHeaders.addForPage(response, nonce);
        response.putHeader("Content-Type", "text/html;charset=UTF-8").end(html().replace("${nonce}", nonce));
    }

    private String html() {
        if (html == null) {
            try (InputStream in = ManagementPage.class.getClassLoader().getResourceAsStream(RESOURCE)) {
                html = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return html;
    }
}
