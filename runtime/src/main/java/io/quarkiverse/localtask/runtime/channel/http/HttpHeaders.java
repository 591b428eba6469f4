package io.quarkiverse.localtask.runtime.channel.http;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.quarkiverse.localtask.spi.Delivery;

/**
 * The header fields of one attempt, one per name whatever its case. Later ones win: the destination's configured headers, the
 * message's own, those of {@link io.quarkiverse.localtask.spi.DestinationHeaders} beans, and always the three of the extension:
 * <ul>
 * <li>{@code Idempotency-Key}: the task id, the same at every attempt. It is sent bare, not as a quoted string
 * (draft-ietf-httpapi-idempotency-key-header), since receivers compare it as it comes. Characters outside visible ASCII, and
 * {@code %}, are percent-encoded as UTF-8, so that different ids stay different.</li>
 * <li>{@code Local-Task-Attempt}: which attempt this is, from 1.</li>
 * <li>{@code Content-Type}: the task's, byte for byte.</li>
 * </ul>
 */
final class HttpHeaders {

    private HttpHeaders() {
    }

    /**
     * @param configured the destination's headers, checked at start
     * @param added one map per {@code DestinationHeaders} bean, the strongest last
     * @throws IllegalArgumentException names a header that may not be sent, never its value
     */
    static Map<String, String> merge(Map<String, String> configured, Delivery delivery,
            Collection<Map<String, String>> added) {
        Map<String, String> merged = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        merged.putAll(configured);
        putChecked(merged, delivery.headers());
        for (Map<String, String> headers : added) {
            putChecked(merged, headers);
        }
        ours(delivery).forEach(merged::put);
        return merged;
    }

    static Map<String, String> merge(Map<String, String> configured, Delivery delivery) {
        return merge(configured, delivery, List.of());
    }

    /** The fields that nobody else may set. */
    static Map<String, String> ours(Delivery delivery) {
        return Map.of(HeaderRules.IDEMPOTENCY_KEY, idempotencyKey(delivery.taskId()),
                HeaderRules.ATTEMPT, Integer.toString(delivery.attempt()),
                HeaderRules.CONTENT_TYPE, delivery.contentType());
    }

    static String idempotencyKey(String taskId) {
        StringBuilder encoded = null;
        byte[] bytes = taskId.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            int b = bytes[i] & 0xff;
            boolean bare = b > ' ' && b <= '~' && b != '%';
            if (!bare && encoded == null) {
                encoded = new StringBuilder(bytes.length * 3).append(taskId, 0, i);
            }
            if (encoded != null) {
                if (bare) {
                    encoded.append((char) b);
                } else {
                    encoded.append('%').append(Character.toUpperCase(Character.forDigit(b >> 4, 16)))
                            .append(Character.toUpperCase(Character.forDigit(b & 15, 16)));
                }
            }
        }
        return encoded == null ? taskId : encoded.toString();
    }

    private static void putChecked(Map<String, String> merged, Map<String, String> headers) {
        if (headers == null) {
            return;
        }
        headers.forEach((name, value) -> {
            String problem = HeaderRules.problem(name, value);
            if (problem != null) {
                throw new IllegalArgumentException("header '" + name + "' " + problem);
            }
            merged.put(name, value);
        });
    }
}
