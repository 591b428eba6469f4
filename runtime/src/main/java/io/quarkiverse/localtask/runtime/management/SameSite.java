package io.quarkiverse.localtask.runtime.management;

import java.net.URI;

import io.vertx.core.http.HttpServerRequest;

/**
 * Whether a request that changes something comes from the page itself, and not from another site that the user's browser has
 * open. A header that a form cannot set makes the browser ask first for requests of other origins (Fetch, CORS), and there is
 * no
 * answer to that here; what the browser says about the origin is checked as well.
 */
final class SameSite {

    static final String HEADER = "X-Local-Task";

    private SameSite() {
    }

    static boolean accepts(HttpServerRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        return request.getHeader(HEADER) != null && (site == null || site.equals("same-origin"))
                && isOwn(request.getHeader("Origin"), request);
    }

    private static boolean isOwn(String origin, HttpServerRequest request) {
        if (origin == null) {
            return true;
        }
        String host = request.authority() == null ? null : request.authority().toString();
        try {
            return URI.create(origin).getAuthority() != null && URI.create(origin).getAuthority().equalsIgnoreCase(host);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
