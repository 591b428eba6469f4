package io.quarkiverse.localtask;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;

/**
 * One message to deliver: what the caller hands over. Immutable; built by {@link #to(String)} for a destination of the
 * configuration, and by {@link #http(URI)} or {@link #mq(String)} for a target that is known only at run time.
 *
 * <pre>{@code
 * TaskMessage.to("erp").id("order:" + order.id()).payload(order).build()
 * TaskMessage.http(subscriber.callback()).payload(event).build()
 * TaskMessage.mq("orders").routingKey("order.created").payload(order).build()
 * }</pre>
 *
 * What needs no configuration is checked by the builder, which throws an {@link IllegalArgumentException} that names the
 * argument. The rest (house number range, payload size, destination, serialization) is checked by {@link LocalTasks#accept}.
 */
public final class TaskMessage {

    /** The longest task id and destination name, in characters. */
    public static final int MAX_ID_LENGTH = 64;
    /** The longest task name, content type and header name, in characters. */
    public static final int MAX_NAME_LENGTH = 255;
    /** The longest header value, in characters. */
    public static final int MAX_HEADER_VALUE_LENGTH = 4096;

    /** Framing is the client's (RFC 9110, 9112); these are refused where they are given. */
    private static final Set<String> FRAMING_HEADERS = Set.of("content-length", "transfer-encoding", "connection", "host",
            "expect",
            "upgrade", "te", "trailer", "keep-alive", "proxy-connection", "http2-settings");
    /** A secret must not stand in a row. */
    private static final Set<String> SECRET_HEADERS = Set.of("authorization", "proxy-authorization", "cookie");

    /** The longest URL of an ad hoc message, in characters. */
    public static final int MAX_URL_LENGTH = 2048;
    /** The longest routing key, in bytes of UTF-8 (AMQP 0-9-1, 4.2.5.3: a short string). */
    public static final int MAX_ROUTING_KEY_BYTES = 255;

    private static final List<String> METHODS = List.of("POST", "PUT", "PATCH", "DELETE", "GET");

    private final String destination;
    private final URI uri;
    private final String method;
    private final String messagingChannel;
    private final String routingKey;
    private final String id;
    private final String name;
    private final Object payload;
    private final String contentType;
    private final Map<String, String> headers;
    private final int houseNumber;
    private final Duration delay;
    private final Instant notBefore;

    private TaskMessage(Builder builder) {
        destination = builder.destination;
        uri = builder.uri;
        method = builder.method;
        messagingChannel = builder.messagingChannel;
        routingKey = builder.routingKey;
        id = builder.id;
        name = builder.name;
        payload = builder.payload;
        contentType = builder.contentType;
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(builder.headers));
        houseNumber = builder.houseNumber;
        delay = builder.delay;
        notBefore = builder.notBefore;
    }

    /**
     * @param destination the name of a destination, {@code quarkus.local-task.destinations.<name>.*}
     * @return a builder
     */
    public static Builder to(String destination) {
        return new Builder(text("destination", destination, MAX_ID_LENGTH), null, null);
    }

    /**
     * A message to a URL that no configuration names, for example a subscriber's callback. It is sent with the settings
     * {@code quarkus.local-task.ad-hoc.*}. Where it may lead is restricted in production:
     * {@code quarkus.local-task.http.allow-private-addresses} and {@code http.allowed-hosts}. An address that is not allowed is
     * refused at {@code accept}; a name that leads to one makes the task dead. {@code DestinationHeaders} beans are not asked,
     * and
     * no proxy is used. The URL is stored in the row; one that holds a secret belongs into the configuration.
     *
     * @param target an absolute http or https URL of visible ASCII without user-info and fragment, at most
     *        {@value #MAX_URL_LENGTH} characters; path and query are sent as they are
     * @return a builder
     */
    public static Builder http(URI target) {
        return new Builder(null, target(target), null);
    }

    /**
     * A message to a messaging channel that the build knows: one of a destination with the channel {@code mq}, or of
     * {@code quarkus.local-task.mq.channels}. It is sent with the settings {@code quarkus.local-task.ad-hoc.*}.
     *
     * @param messagingChannel the name of the outgoing channel of reactive messaging
     * @return a builder
     */
    public static Builder mq(String messagingChannel) {
        return new Builder(null, null, text("messagingChannel", messagingChannel, MAX_NAME_LENGTH));
    }

    /** @return the destination's name; {@code null} for an ad hoc message */
    public String destination() {
        return destination;
    }

    /** @return the URL of an ad hoc message over HTTP, or {@code null} */
    public URI uri() {
        return uri;
    }

    /** @return the HTTP method of an ad hoc message over HTTP, else {@code null} */
    public String method() {
        return method;
    }

    /** @return the messaging channel of an ad hoc message to a broker, or {@code null} */
    public String messagingChannel() {
        return messagingChannel;
    }

    /** @return the message's own routing key, or {@code null}: the destination's is used */
    public String routingKey() {
        return routingKey;
    }

    /** @return the caller's task id, or {@code null}: one is made at {@code accept} */
    public String id() {
        return id;
    }

    /** @return the task's name, or {@code null}: one is made at {@code accept}, see {@link Builder#name} */
    public String name() {
        return name;
    }

    /** @return a String, a byte array, or any object that becomes JSON; {@code null} for an empty body */
    public Object payload() {
        return payload instanceof byte[] bytes ? bytes.clone() : payload;
    }

    /** @return the content type, or {@code null}: the destination's, else by the kind of payload */
    public String contentType() {
        return contentType;
    }

    /** @return the message's own headers, in the order they were given */
    public Map<String, String> headers() {
        return headers;
    }

    /** @return the house number, if the caller chose one */
    public OptionalInt houseNumber() {
        return houseNumber < 0 ? OptionalInt.empty() : OptionalInt.of(houseNumber);
    }

    /** @return how long after the INSERT it becomes due, or {@code null} */
    public Duration delay() {
        return delay;
    }

    /** @return when it becomes due, or {@code null} */
    public Instant notBefore() {
        return notBefore;
    }

    /** @return id, name and destination; never the payload, a header or a URL */
    @Override
    public String toString() {
        String to = destination != null ? "destination=" + destination
                : uri != null ? "ad hoc http" : "messagingChannel=" + messagingChannel;
        return "TaskMessage[id=" + id + ", name=" + name + ", " + to + "]";
    }

    private static URI target(URI target) {
        Objects.requireNonNull(target, "target");
        String scheme = target.getScheme();
        if (scheme == null || !scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
            throw new IllegalArgumentException("target is not an absolute http or https URL");
        }
        if (target.getRawUserInfo() != null || target.getRawAuthority() != null && target.getRawAuthority().contains("@")) {
            throw new IllegalArgumentException("target holds user-info, which would put a secret into the task table: name the"
                    + " partner in the configuration and set quarkus.local-task.destinations.<name>.headers.Authorization=${...}");
        }
        if (target.getHost() == null) {
            throw new IllegalArgumentException("target has no host, or one that is not a host name (RFC 1123: letters, digits,"
                    + " dashes and dots; international names in their xn-- form)");
        }
        if (target.getHost().indexOf('%') >= 0) {
            throw new IllegalArgumentException(
                    "target has an IPv6 zone id, which means something on one machine only and is not"
                            + " allowed in URLs of requests (RFC 9110, 4.2): use an address without a zone, or a name");
        }
        if (target.getPort() == 0 || target.getPort() > 65535) {
            throw new IllegalArgumentException("target has a port outside 1 to 65535");
        }
        if (target.getRawFragment() != null) {
            throw new IllegalArgumentException("target holds a fragment, which is never sent: remove it (RFC 9110, 4.2.5)");
        }
        int odd = firstOutsideAscii(target.toString());
        if (odd >= 0) {
            throw new IllegalArgumentException("target holds a character outside visible ASCII at index " + odd
                    + ": percent-encode it, as URI.toASCIIString() does");
        }
        int length = target.toString().length();
        if (length > MAX_URL_LENGTH) {
            throw new IllegalArgumentException(
                    "target has " + length + " characters: at most " + MAX_URL_LENGTH + " are allowed");
        }
        return target;
    }

    private static int firstOutsideAscii(String url) {
        for (int i = 0; i < url.length(); i++) {
            if (url.charAt(i) <= ' ' || url.charAt(i) > '~') {
                return i;
            }
        }
        return -1;
    }

    private static String text(String argument, String value, int max) {
        Objects.requireNonNull(value, argument);
        if (value.isBlank()) {
            throw new IllegalArgumentException(argument + " is blank");
        }
        if (value.length() > max) {
            throw new IllegalArgumentException(
                    argument + " has " + value.length() + " characters: at most " + max + " are allowed");
        }
        for (int i = 0; i < value.length(); i++) {
            if (Character.isISOControl(value.charAt(i))) {
                throw new IllegalArgumentException(argument + " holds a control character at index " + i);
            }
        }
        if (hasLoneSurrogate(value)) {
            throw new IllegalArgumentException(argument + " holds a lone surrogate, which has no UTF-8 form");
        }
        return value;
    }

    private static boolean hasLoneSurrogate(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (Character.isSurrogate(value.charAt(i))) {
                if (!Character.isSupplementaryCodePoint(value.codePointAt(i))) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    /** Builds a {@link TaskMessage}. Not thread-safe. */
    public static final class Builder {

        private final String destination;
        private final URI uri;
        private final String messagingChannel;
        private final Map<String, String> headers = new LinkedHashMap<>();
        private String id;
        private String name;
        private Object payload;
        private String contentType;
        private int houseNumber = -1;
        private Duration delay;
        private Instant notBefore;
        private String method;
        private String routingKey;

        private Builder(String destination, URI uri, String messagingChannel) {
            this.destination = destination;
            this.uri = uri;
            this.messagingChannel = messagingChannel;
            this.method = uri == null ? null : "POST";
        }

        /**
         * @param method the HTTP method of an ad hoc message: POST (if not given), PUT, PATCH, DELETE or GET. That of a named
         *        destination is configured.
         * @return this
         */
        public Builder method(String method) {
            if (uri == null) {
                throw new IllegalArgumentException("method is for messages built by http(URI); that of a named destination is"
                        + " quarkus.local-task.destinations.<name>.method");
            }
            String upper = text("method", method, 16).toUpperCase(Locale.ROOT);
            if (!METHODS.contains(upper)) {
                throw new IllegalArgumentException("method '" + method + "' is not one of " + METHODS);
            }
            this.method = upper;
            return this;
        }

        /**
         * @param routingKey the routing key of a message to a broker, at most {@value #MAX_ROUTING_KEY_BYTES} bytes of UTF-8;
         *        it wins over the destination's
         * @return this
         */
        public Builder routingKey(String routingKey) {
            if (uri != null) {
                throw new IllegalArgumentException("routingKey is for messages to a broker, not for http(URI)");
            }
            Objects.requireNonNull(routingKey, "routingKey");
            if (!routingKey.isEmpty()) {
                text("routingKey", routingKey, MAX_ROUTING_KEY_BYTES);
            }
            int bytes = routingKey.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MAX_ROUTING_KEY_BYTES) {
                throw new IllegalArgumentException("routingKey has " + bytes + " bytes of UTF-8: at most "
                        + MAX_ROUTING_KEY_BYTES + " are allowed (AMQP 0-9-1, 4.2.5.3)");
            }
            this.routingKey = routingKey;
            return this;
        }

        /**
         * @param id a business key, at most {@value #MAX_ID_LENGTH} characters, without white space at its ends: the
         *        idempotency key. It is unique in the table.
         * @return this
         */
        public Builder id(String id) {
            text("id", id, MAX_ID_LENGTH);
            if (!id.equals(id.strip())) {
                throw new IllegalArgumentException(
                        "id begins or ends with white space, which a receiver does not see in a header"
                                + " (RFC 9110, 5.5), so that two ids could become one: strip it");
            }
            this.id = id;
            return this;
        }

        /**
         * @param name for people who look at the table, at most {@value #MAX_NAME_LENGTH} characters. If none is given: the
         *        destination's name; for {@link #http(URI)} the URL's host, without port, path and query, cut to that length;
         *        for {@link #mq(String)} the messaging channel's name
         * @return this
         */
        public Builder name(String name) {
            this.name = text("name", name, MAX_NAME_LENGTH);
            return this;
        }

        /**
         * @param payload an object that the application's {@code ObjectMapper} writes as JSON at {@code accept}
         * @return this
         */
        public Builder payload(Object payload) {
            if (payload instanceof String string) {
                return payload(string);
            }
            if (payload instanceof byte[] bytes) {
                return payload(bytes);
            }
            this.payload = payload;
            return this;
        }

        /**
         * @param payload text, sent as it is in UTF-8. It may hold neither the NUL character, which databases refuse, nor a
         *        lone
         *        surrogate, which has no UTF-8 form.
         * @return this
         */
        public Builder payload(String payload) {
            if (payload != null) {
                if (payload.indexOf('\0') >= 0) {
                    throw new IllegalArgumentException(
                            "payload holds a NUL character, which a text column cannot store: send it as byte[]");
                }
                if (hasLoneSurrogate(payload)) {
                    throw new IllegalArgumentException(
                            "payload holds a lone surrogate, which has no UTF-8 form: mend the text or send it as byte[]");
                }
            }
            this.payload = payload;
            return this;
        }

        /**
         * @param payload bytes, sent as they are
         * @return this
         */
        public Builder payload(byte[] payload) {
            this.payload = payload == null ? null : payload.clone();
            return this;
        }

        /**
         * @param contentType the media type, sent byte for byte
         * @return this
         */
        public Builder contentType(String contentType) {
            this.contentType = headerValue("contentType", text("contentType", contentType, MAX_NAME_LENGTH));
            return this;
        }

        /**
         * Adds a header, or replaces the one of the same name (in any case). A header of the message wins over one of the
         * destination's configuration.
         *
         * @param name a token (RFC 9110, 5.6.2). Framing headers ({@code Host}, {@code Content-Length}, …) and headers that
         *        carry secrets ({@code Authorization}, {@code Cookie}, …) are refused; {@code Content-Type} is set by
         *        {@link #contentType(String)}.
         * @param value visible ASCII, spaces and tabs, at most {@value #MAX_HEADER_VALUE_LENGTH} characters
         * @return this
         */
        public Builder header(String name, String value) {
            String token = headerName(name);
            String lower = token.toLowerCase(Locale.ROOT);
            if (FRAMING_HEADERS.contains(lower)) {
                throw new IllegalArgumentException(
                        "header '" + token + "' frames the request and is set by the HTTP client: leave it out");
            }
            if (SECRET_HEADERS.contains(lower)) {
                throw new IllegalArgumentException(
                        "header '" + token + "' would put a secret into the task table: set it on the destination,"
                                + " quarkus.local-task.destinations." + (destination == null ? "<name>" : destination)
                                + ".headers." + token + "=${...}");
            }
            if (lower.equals("content-type")) {
                throw new IllegalArgumentException("header 'Content-Type' is given by contentType(...)");
            }
            if (lower.equals("idempotency-key")) {
                throw new IllegalArgumentException("header 'Idempotency-Key' is the task id: give it by id(...)");
            }
            if (lower.equals("local-task-attempt")) {
                throw new IllegalArgumentException("header 'Local-Task-Attempt' is set by the extension: leave it out");
            }
            Objects.requireNonNull(value, "value of header '" + token + "'");
            if (value.length() > MAX_HEADER_VALUE_LENGTH) {
                throw new IllegalArgumentException("value of header '" + token + "' has " + value.length()
                        + " characters: at most " + MAX_HEADER_VALUE_LENGTH + " are allowed");
            }
            if (!value.equals(value.strip())) {
                throw new IllegalArgumentException(
                        "value of header '" + token + "' begins or ends with a space (RFC 9110, 5.5): strip it");
            }
            headers.keySet().removeIf(token::equalsIgnoreCase);
            headers.put(token, headerValue("value of header '" + token + "'", value));
            return this;
        }

        /**
         * @param houseNumber the house number, instead of the one computed from the task id: 0 to {@code houses} - 1
         * @return this
         */
        public Builder houseNumber(int houseNumber) {
            if (houseNumber < 0) {
                throw new IllegalArgumentException(
                        "houseNumber is " + houseNumber + ": it must be 0 to quarkus.local-task.houses - 1");
            }
            this.houseNumber = houseNumber;
            return this;
        }

        /**
         * @param delay how long after the INSERT the task becomes due, at most 10 years; replaces {@link #notBefore}
         * @return this
         */
        public Builder delay(Duration delay) {
            Objects.requireNonNull(delay, "delay");
            if (delay.isNegative()) {
                throw new IllegalArgumentException("delay is negative: " + delay);
            }
            if (delay.compareTo(Duration.ofDays(3653)) > 0) {
                throw new IllegalArgumentException("delay is longer than 10 years: " + delay);
            }
            this.delay = delay.isZero() ? null : delay;
            this.notBefore = null;
            return this;
        }

        /**
         * @param notBefore when the task becomes due, by the database's clock, not after the year 9999; replaces {@link #delay}
         * @return this
         */
        public Builder notBefore(Instant notBefore) {
            Objects.requireNonNull(notBefore, "notBefore");
            if (notBefore.isBefore(Instant.EPOCH) || notBefore.isAfter(Instant.parse("9999-12-31T00:00:00Z"))) {
                throw new IllegalArgumentException(
                        "notBefore is " + notBefore + ": it must lie between the years 1970 and 9999");
            }
            this.notBefore = notBefore;
            this.delay = null;
            return this;
        }

        /** @return the message */
        public TaskMessage build() {
            return new TaskMessage(this);
        }

        private static String headerName(String name) {
            text("header name", name, MAX_NAME_LENGTH);
            for (int i = 0; i < name.length(); i++) {
                char c = name.charAt(i);
                boolean alphanumeric = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
                if (!alphanumeric && "!#$%&'*+-.^_`|~".indexOf(c) < 0) {
                    throw new IllegalArgumentException(
                            "header name '" + name + "' holds a character that is not allowed at index " + i
                                    + " (RFC 9110, 5.6.2: letters, digits and !#$%&'*+-.^_`|~)");
                }
            }
            return name;
        }

        private static String headerValue(String argument, String value) {
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (c != '\t' && (c < ' ' || c > '~')) {
                    throw new IllegalArgumentException(argument + " holds a character that is not visible ASCII at index " + i
                            + " (RFC 9110, 5.5); the value is not shown");
                }
            }
            return value;
        }
    }
}
