package io.quarkiverse.localtask.runtime.channel.http;

/**
 * What stands in the request line (RFC 9112, 3.2): path and query of the configured URL byte for byte, with the {@code /} that
 * the protocol asks for where the path is empty. The REST client's URI loses an empty query and that slash.
 *
 * @param authority scheme, host and port as configured
 * @param pathAndQuery the rest
 */
record HttpTarget(String authority, String pathAndQuery) {

    static HttpTarget of(String url) {
        int authorityStart = url.indexOf("//") + 2;
        int end = authorityStart;
        while (end < url.length() && url.charAt(end) != '/' && url.charAt(end) != '?') {
            end++;
        }
        String rest = url.substring(end);
        return new HttpTarget(url.substring(0, end), rest.startsWith("/") ? rest : "/" + rest);
    }

    /** @return the target in origin form, or in absolute form where the client has chosen that for a proxy */
    String inFormOf(String chosen) {
        return chosen.startsWith("http://") || chosen.startsWith("https://") ? authority + pathAndQuery : pathAndQuery;
    }
}
