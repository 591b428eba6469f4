package io.quarkiverse.localtask.runtime.channel.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import io.quarkiverse.localtask.runtime.config.Destination;

/**
 * Checks what an {@code http} destination says for itself; {@link HttpReferencesCheck} checks the names it refers to. Every
 * text
 * names the property and the remedy, never a value.
 */
public final class HttpDestinationCheck {

    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

    private HttpDestinationCheck() {
    }

    /**
     * @param destination a destination of the {@code http} channel
     * @return everything that is wrong with URL, method, headers and content type; empty if nothing
     */
    public static List<String> problems(Destination destination) {
        List<String> problems = new ArrayList<>();
        url(destination, problems);
        if (destination.method() == null || !METHODS.contains(destination.method().toUpperCase(Locale.ROOT))) {
            problems.add(property(destination, "method") + " is not a method this channel sends:"
                    + " use POST, PUT, PATCH, DELETE or GET");
        }
        headers(destination, problems);
        destination.contentType().ifPresent(contentType -> {
            if (contentType.isBlank() || !HeaderRules.isFieldValue(contentType)) {
                problems.add(property(destination, "content-type") + " is not a content type:"
                        + " use visible ASCII such as application/json");
            }
        });
        return problems;
    }

    /** The property {@code key} of a destination, its name quoted where configuration needs it. */
    static String property(Destination destination, String key) {
        boolean plain = destination.name().chars()
                .allMatch(c -> c == '-' || c == '_' || c < 128 && Character.isLetterOrDigit(c));
        return "quarkus.local-task.destinations." + (plain ? destination.name() : '"' + destination.name() + '"') + "." + key;
    }

    private static void url(Destination destination, List<String> problems) {
        String url = destination.url();
        List<String> found = new ArrayList<>();
        if (url == null || url.isBlank()) {
            found.add("is not set: an http destination needs an absolute http or https URL");
        } else {
            boolean http = hasScheme(url, "http") || hasScheme(url, "https");
            if (!http) {
                found.add("is not an absolute http or https URL: start it with http:// or https://");
            }
            String unreadable = unreadable(url);
            if (unreadable != null) {
                found.add(unreadable);
            } else {
                parts(URI.create(url), http, found);
            }
        }
        found.forEach(problem -> problems.add(property(destination, "url") + " " + problem));
    }

    private static boolean hasScheme(String url, String scheme) {
        return url.regionMatches(true, 0, scheme + ":", 0, scheme.length() + 1);
    }

    /** @return why the URL cannot be taken apart, or {@code null} */
    private static String unreadable(String url) {
        int odd = firstOutsideAscii(url);
        if (odd >= 0) {
            return url.charAt(odd) == ' ' ? "holds a space at index " + odd + ": remove it, or write %20 in a path or query"
                    : "holds a character outside visible ASCII at index " + odd
                            + ": percent-encode it (in a host name: use the xn-- form)";
        }
        int bracket = url.indexOf('[');
        if (bracket >= 0 && url.indexOf('%', bracket) >= 0 && url.indexOf('%', bracket) < url.indexOf(']', bracket)) {
            return "has an IPv6 zone id, which means something on one machine only and is not allowed in URLs of requests"
                    + " (RFC 9110, 4.2): use an address without a zone, or a name";
        }
        try {
            new URI(url);
            return null;
        } catch (URISyntaxException e) {
            return "is not a URL (at index " + Math.max(0, e.getIndex()) + "): percent-encode what is not allowed (RFC 3986)";
        }
    }

    private static void parts(URI uri, boolean http, List<String> found) {
        if (uri.getRawUserInfo() != null || uri.getHost() == null && has(uri.getRawAuthority(), '@')) {
            found.add("holds user-info: remove it and set headers.Authorization, whose value is never shown");
        } else if (http && uri.getHost() == null) {
            found.add("has no legal host name (RFC 1123: letters, digits, dashes and dots, no underscore):"
                    + " use a legal name or an address");
        }
        if (uri.getPort() == 0 || uri.getPort() > 65535) {
            found.add("has a port outside 1 to 65535");
        }
        if (uri.getRawFragment() != null) {
            found.add("has a fragment, which is never sent: remove the part from #");
        }
    }

    private static boolean has(String text, char c) {
        return text != null && text.indexOf(c) >= 0;
    }

    private static int firstOutsideAscii(String url) {
        for (int i = 0; i < url.length(); i++) {
            if (url.charAt(i) <= ' ' || url.charAt(i) > '~') {
                return i;
            }
        }
        return -1;
    }

    private static void headers(Destination destination, List<String> problems) {
        Set<String> seen = new HashSet<>();
        destination.headers().forEach((name, value) -> {
            String problem = HeaderRules.problem(name, value);
            if (problem != null) {
                problems.add(property(destination, "headers." + name) + " " + problem);
            }
            if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                problems.add(property(destination, "headers." + name)
                        + " is set twice in different case, but names are the same in any case: remove one");
            }
        });
    }
}
