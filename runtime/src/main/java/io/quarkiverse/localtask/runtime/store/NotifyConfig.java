package io.quarkiverse.localtask.runtime.store;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

/**
 * The column {@code notify_config}: what a row says about its own sending besides the destination's name. A small JSON object,
 * or
 * {@code null} when there is nothing to say. Members that this version does not know are skipped, so that a newer one may add
 * some.
 *
 * @param headers the message's own headers; never a secret
 * @param target what the message itself says about where it goes; may hold a URL, so it is never logged
 * @param base64 whether the column {@code payload} holds bytes that are no storable text, in Base64 (RFC 4648, 4)
 */
public record NotifyConfig(Map<String, String> headers, Map<String, String> target, boolean base64) {

    private static final JsonFactory JSON = new JsonFactory();
    private static final NotifyConfig NOTHING = new NotifyConfig(Map.of(), Map.of(), false);

    /** @return the column's value */
    public String toColumn() {
        if (headers.isEmpty() && target.isEmpty() && !base64) {
            return null;
        }
        StringWriter out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            write(json, "target", target);
            write(json, "headers", headers);
            if (base64) {
                json.writeStringField("payload-encoding", "base64");
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    /**
     * @param column the column's value, may be {@code null}
     * @return what it says
     * @throws IllegalArgumentException if it is no such JSON; the text is not shown
     */
    public static NotifyConfig fromColumn(String column) {
        if (column == null || column.isEmpty()) {
            return NOTHING;
        }
        Map<String, String> headers = Map.of();
        Map<String, String> target = Map.of();
        boolean base64 = false;
        try (JsonParser json = JSON.createParser(column)) {
            expect(json.nextToken() == JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                JsonToken value = json.nextToken();
                if (field.equals("headers")) {
                    headers = strings(json, value);
                } else if (field.equals("target")) {
                    target = strings(json, value);
                } else if (field.equals("payload-encoding")) {
                    expect(value == JsonToken.VALUE_STRING && json.getText().equals("base64"));
                    base64 = true;
                } else {
                    json.skipChildren();
                }
            }
        } catch (IOException e) {
            // the parser's message quotes the text, which is none of the log's business
            throw unreadable();
        }
        return new NotifyConfig(headers, target, base64);
    }

    private static void write(JsonGenerator json, String field, Map<String, String> entries) throws IOException {
        if (entries.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart(field);
        for (Map.Entry<String, String> entry : entries.entrySet()) {
            json.writeStringField(entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
    }

    private static Map<String, String> strings(JsonParser json, JsonToken start) throws IOException {
        expect(start == JsonToken.START_OBJECT);
        Map<String, String> entries = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            expect(json.nextToken() == JsonToken.VALUE_STRING);
            entries.put(name, json.getText());
        }
        return entries;
    }

    private static void expect(boolean condition) {
        if (!condition) {
            throw unreadable();
        }
    }

    private static IllegalArgumentException unreadable() {
        return new IllegalArgumentException("column notify_config is not what this version writes");
    }
}
