package io.quarkiverse.localtask.runtime.channel.http;

import java.util.Locale;
import java.util.Set;

/** Which header fields may be sent: legal names and values (RFC 9110, 5.1 and 5.5), no framing, none that is set by us. */
final class HeaderRules {

    static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    static final String ATTEMPT = "Local-Task-Attempt";
    static final String CONTENT_TYPE = "Content-Type";

    /** Framing and connection are the client's (RFC 9112; RFC 9110, 7.6.1). */
    private static final Set<String> FRAMING = Set.of("host", "content-length", "transfer-encoding", "connection", "keep-alive",
            "proxy-connection", "te", "trailer", "upgrade", "expect", "http2-settings");

    private HeaderRules() {
    }

    /**
     * @return what is wrong with the header and what to do, without its value; {@code null} if it may be sent
     */
    static String problem(String name, String value) {
        if (!isToken(name)) {
            return "is not a header name (RFC 9110, 5.6.2): use letters, digits and !#$%&'*+-.^_`|~";
        }
        String lower = name.toLowerCase(Locale.ROOT);
        if (FRAMING.contains(lower)) {
            return "frames the request and is set by the HTTP client: remove it";
        }
        if (lower.equals("content-type")) {
            return "is set from content-type: set that instead";
        }
        if (lower.equals("idempotency-key") || lower.equals("local-task-attempt")) {
            return "is set for every attempt by the extension: remove it";
        }
        if (value == null) {
            return "has no value: set one or remove it";
        }
        return isFieldValue(value) ? null
                : "has a value with characters that are not allowed (RFC 9110, 5.5; the value is not shown):"
                        + " use visible ASCII, inner spaces and tabs";
    }

    static boolean isToken(String name) {
        if (name == null || name.isEmpty()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean alphanumeric = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            if (!alphanumeric && "!#$%&'*+-.^_`|~".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    static boolean isFieldValue(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c != '\t' && (c < ' ' || c > '~')) {
                return false;
            }
        }
        return value.equals(value.strip());
    }
}
