package io.quarkiverse.localtask.runtime.management;

import java.io.IOException;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Hides the values of some fields, whatever the case of their names and however deep they are, and of headers so named. */
final class Redaction {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HIDDEN = "\u2022\u2022\u2022";

    private final Set<String> fields;

    Redaction(Collection<String> fields) {
        this.fields = fields.stream().map(field -> field.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    private boolean isHidden(String name) {
        return fields.contains(name.toLowerCase(Locale.ROOT));
    }

    Map<String, String> of(Map<String, String> headers) {
        Map<String, String> shown = new TreeMap<>(headers);
        shown.replaceAll((name, value) -> isHidden(name) ? HIDDEN : value);
        return shown;
    }

    /** @return the text with its fields hidden if it is JSON, else as it is */
    String ofJson(String text) {
        if (fields.isEmpty() || text.isBlank()) {
            return text;
        }
        try {
            JsonNode node = JSON.readTree(text);
            return hide(node) ? node.toString() : text;
        } catch (IOException notJson) {
            return text;
        }
    }

    /** @return whether something was hidden */
    private boolean hide(JsonNode node) {
        boolean hidden = false;
        if (node instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                if (isHidden(field.getKey())) {
                    object.put(field.getKey(), HIDDEN);
                    hidden = true;
                } else {
                    hidden |= hide(field.getValue());
                }
            }
        } else {
            for (JsonNode element : node) {
                hidden |= hide(element);
            }
        }
        return hidden;
    }
}
