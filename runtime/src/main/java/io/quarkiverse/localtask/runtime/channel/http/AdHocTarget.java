package io.quarkiverse.localtask.runtime.channel.http;

import java.net.URI;
import java.util.Map;

import io.quarkiverse.localtask.spi.Delivery;

/**
 * Where an ad hoc message goes, as its row says it.
 *
 * @param ssl whether over TLS
 * @param host the checked host
 * @param port the port, the scheme's own if the URL names none
 * @param line what stands in the request line
 * @param method the method
 */
record AdHocTarget(boolean ssl, AdHocHost host, int port, HttpTarget line, String method) {

    /** @throws AdHocRefusal also for a row that somebody has changed by hand */
    static AdHocTarget of(Map<String, String> target, AdHocGuard guard) throws AdHocRefusal {
        String url = target.get(Delivery.URL);
        URI uri = parsed(url);
        boolean ssl = uri != null && "https".equalsIgnoreCase(uri.getScheme());
        if (uri == null || !ssl && !"http".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null
                || uri.getRawUserInfo() != null || uri.getPort() == 0 || uri.getPort() > 65535) {
            throw new AdHocRefusal("cannot be told: the row holds no usable URL");
        }
        int port = uri.getPort() >= 0 ? uri.getPort() : ssl ? 443 : 80;
        return new AdHocTarget(ssl, guard.check(uri.getHost()), port, HttpTarget.of(url),
                target.getOrDefault(Delivery.METHOD, "POST"));
    }

    private static URI parsed(String url) {
        try {
            return url == null ? null : URI.create(url);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
