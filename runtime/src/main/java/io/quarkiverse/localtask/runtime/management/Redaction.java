package io.quarkiverse.localtask.runtime.management;

import java.io.IOException;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.quarkiverse.localtask.spi.Delivery;

/**
 * Hides the values of JSON fields and of headers whose names hold one of some words, whatever the case, and however deep they
 * are.
 */
final class Redaction {

    /** Numbers stay as they were written. */
    private static final JsonMapper JSON = JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .nodeFactory(JsonNodeFactory.withExactBigDecimals(true)).build();
    private static final String HIDDEN = "\u2022\u2022\u2022";

    private final Set<String> words;

    Redaction(Collection<String> words) {
        this.words = words.stream().map(word -> word.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    private boolean isHidden(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return words.stream().anyMatch(lower::contains);
    }

    Map<String, String> of(Map<String, String> headers) {
        Map<String, String> shown = new TreeMap<>(headers);
        shown.replaceAll((name, value) -> isHidden(name) ? HIDDEN : value);
        return shown;
    }

    /** Of a URL without its query, which may hold a token. */
    Map<String, String> ofTarget(Map<String, String> target) {
        Map<String, String> shown = new TreeMap<>(target);
        shown.computeIfPresent(Delivery.URL, (key, url) -> url.indexOf('?') < 0 ? url
                : url.substring(0, url.indexOf('?') + 1) + HIDDEN);
        return shown;
    }

    /** @return the text; with its fields hidden if it is JSON, and hidden as a whole if it should be JSON and cannot be read */
    String ofPayload(String text, String contentType) {
        if (words.isEmpty() || text.isBlank()) {
            return text;
        }
        try {
            JsonNode node = JSON.readTree(text);
            return hide(node) ? node.toString() : text;
        } catch (IOException e) {
            return isJson(contentType) ? HIDDEN : text;
        }
    }

    /** @return the text in Base64; hidden as a whole if it should be JSON, in which nothing can be hidden like this */
    String ofBinary(String base64, String contentType) {
        return !words.isEmpty() && isJson(contentType) ? HIDDEN : base64;
    }

    private static boolean isJson(String contentType) {
        return contentType.toLowerCase(Locale.ROOT).contains("json");
    }

    /** @return whether something was hidden */
    private boolean hide(JsonNode node) {
        boolean hidden = false;
        if (node instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                if (isHidden(field.getKey())) {
                    field.setValue(JSON.getNodeFactory().textNode(HIDDEN));
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
