package io.quarkiverse.localtask.runtime.store;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

/** Rows as one parameter: a JSON array with an array of values for each. */
final class JsonRows {

    private static final JsonFactory JSON = new JsonFactory();

    private JsonRows() {
    }

    /** @param values numbers, text or {@code null} */
    static <T> String of(Collection<T> rows, Function<T, Stream<Object>> values) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartArray();
            for (T row : rows) {
                json.writeStartArray();
                for (Iterator<Object> value = values.apply(row).iterator(); value.hasNext();) {
                    write(json, value.next());
                }
                json.writeEndArray();
            }
            json.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    private static void write(JsonGenerator json, Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Number number) {
            json.writeNumber(number.longValue());
        } else {
            json.writeString(value.toString());
        }
    }
}
