package io.quarkiverse.localtask.runtime;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;

/** Where in an object the JSON writer gave up: names of properties and indexes, never a value, nor the key of a map. */
final class JsonPlace {

    /** A recursion is seen after a few steps; Jackson lists a thousand. */
    private static final int MAX_STEPS = 6;

    private JsonPlace() {
    }

    /** @return {@code " (at lines[0].order)"}, or nothing where the place is not known */
    static String of(Throwable failure) {
        if (!(failure instanceof JsonMappingException mapping) || mapping.getPath().isEmpty()) {
            return "";
        }
        List<Reference> path = mapping.getPath();
        StringBuilder place = new StringBuilder();
        path.stream().limit(MAX_STEPS).forEach(step -> append(place, step));
        return " (at " + place + (path.size() > MAX_STEPS ? "…" : "") + ")";
    }

    private static void append(StringBuilder place, Reference step) {
        if (step.getFieldName() == null) {
            place.append('[').append(step.getIndex() < 0 ? "?" : step.getIndex()).append(']');
        } else if (step.getFrom() instanceof Map) {
            place.append("[?]");
        } else {
            place.append(place.isEmpty() ? "" : ".").append(step.getFieldName());
        }
    }
}
