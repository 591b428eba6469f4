package io.quarkiverse.localtask.runtime.management;

import io.vertx.core.http.HttpServerResponse;

/** What every answer says to the browser. */
final class ManagementHeaders {

    private ManagementHeaders() {
    }

    static void add(HttpServerResponse response) {
        response.putHeader("Cache-Control", "no-store").putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Referrer-Policy", "no-referrer").putHeader("X-Frame-Options", "DENY")
                .putHeader("Cross-Origin-Resource-Policy", "same-origin")
                .putHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    }

    /** The page runs its own script and style, loads nothing, and talks to its own API. */
    static void addForPage(HttpServerResponse response, String nonce) {
        response.putHeader("Content-Security-Policy",
                "default-src 'none'; connect-src 'self'; img-src data:; script-src 'nonce-"
                        + nonce + "'; style-src 'nonce-" + nonce
                        + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    }
}
