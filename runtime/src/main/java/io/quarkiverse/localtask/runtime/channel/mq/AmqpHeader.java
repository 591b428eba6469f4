package io.quarkiverse.localtask.runtime.channel.mq;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Header names that are more than an entry of the header table. A value that the broker would not take is refused before it is
 * sent: the broker answers it by closing the channel, which fails what others have under way, and some would be tried for ever
 * by the client.
 */
enum AmqpHeader {

    EXPIRATION("expiration", value -> isNumber(value, 4_294_967_295L) ? null
            : "is a number of milliseconds in digits, at most 4294967295: write 60000 for one minute"),
    PRIORITY("priority", value -> isNumber(value, 255) ? null : "is a number from 0 to 255"),
    TIMESTAMP("timestamp", value -> isNumber(value, 253_402_300_799L) ? null
            : "is a number of seconds since 1970 in digits"),
    CORRELATION_ID("correlation-id", AmqpHeader::tooLong),
    REPLY_TO("reply-to", AmqpHeader::tooLong),
    TYPE("type", AmqpHeader::tooLong),
    APP_ID("app-id", AmqpHeader::tooLong),
    CONTENT_ENCODING("content-encoding", AmqpHeader::tooLong),
    /** The delayed message exchange wants a number. */
    X_DELAY("x-delay", value -> isNumber(value, 4_294_967_295L) ? null
            : "is a number of milliseconds in digits, at most 4294967295"),
    CC("CC", AmqpHeader::routingKeys),
    BCC("BCC", AmqpHeader::routingKeys),
    MESSAGE_ID("message-id", value -> "is the task id: give it by id(...)"),
    DELIVERY_MODE("delivery-mode", value -> "is always 2, persistent: remove it"),
    USER_ID("user-id", value -> "must be the user of the connection, else the broker closes the channel: remove it"),
    CLUSTER_ID("cluster-id", value -> "has no meaning any more: remove it"),
    CONTENT_TYPE("content-type", value -> "is set from content-type: set that instead"),
    ATTEMPT("Local-Task-Attempt", value -> "is set for every attempt by the extension: remove it"),
    IDEMPOTENCY_KEY("Idempotency-Key", value -> "is for HTTP: the property message_id is the task id; remove it");

    /** A short string: AMQP 0-9-1, 4.2.5.3. */
    static final int MAX_SHORT_STRING = 255;

    private static final Map<String, AmqpHeader> BY_NAME = new HashMap<>();

    static {
        for (AmqpHeader header : values()) {
            BY_NAME.put(header.text.toLowerCase(Locale.ROOT), header);
        }
    }

    private final String text;
    private final Function<String, String> rule;

    AmqpHeader(String text, Function<String, String> rule) {
        this.text = text;
        this.rule = rule;
    }

    /** @return how it is written */
    String text() {
        return text;
    }

    /** @return the one of this name in any case, or {@code null}: it is an entry of the header table like any other */
    static AmqpHeader of(String name) {
        return BY_NAME.get(name.toLowerCase(Locale.ROOT));
    }

    /** @return what is wrong with the header and what to do, without its value; {@code null} if it may be sent */
    static String problem(String name, String value) {
        if (name.isEmpty() || utf8Length(name) > MAX_SHORT_STRING) {
            return "has a name that is empty or longer than 255 bytes: choose another";
        }
        if (value == null) {
            return "has no value: set one or remove it";
        }
        AmqpHeader header = of(name);
        return header == null ? null : header.rule.apply(value);
    }

    static int utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String tooLong(String value) {
        return utf8Length(value) <= MAX_SHORT_STRING ? null : "is longer than 255 bytes, which AMQP does not allow: shorten it";
    }

    private static String routingKeys(String value) {
        boolean fits = MqMessage.texts(value).stream().allMatch(key -> utf8Length(key) <= MAX_SHORT_STRING);
        return fits ? null : "is a list of routing keys with commas between them, each at most 255 bytes long";
    }

    private static boolean isNumber(String value, long max) {
        return !value.isEmpty() && value.length() <= 12 && value.chars().allMatch(c -> c >= '0' && c <= '9')
                && Long.parseLong(value) <= max;
    }
}
