package io.quarkiverse.localtask.runtime.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names that are certain, to which those guessed from environment variables are matched: a variable has no case, and one
 * sign for dot, dash and underscore.
 */
final class MapKeyNames {

    private static final List<String> DASHED = List.of("house-numbers", "fixed-delay", "content-type", "connect-timeout",
            "tls-configuration-name", "proxy-configuration-name", "messaging-channel", "routing-key", "retry.max-attempts",
            "retry.initial-delay",
            "retry.max-delay");

    /** By prefix and the variable's form of the key. */
    private final Map<String, String> keys = new HashMap<>();
    /** By prefix, key and the variable's form of the header. */
    private final Map<String, String> headers = new HashMap<>();

    void declare(String prefix, String key) {
        keys.putIfAbsent(prefix + MapKeys.asVariable(key), key);
    }

    void learn(MapKeyName name) {
        declare(name.prefix(), name.key());
        if (name.isHeader()) {
            headers.putIfAbsent(headerId(name), name.header());
        }
    }

    /** @return the name that the variable's author meant, as far as it is known */
    MapKeyName resolve(MapKeyName guessed) {
        MapKeyName name = withKnownKey(guessed);
        if (name.isHeader()) {
            return name.withHeader(headers.getOrDefault(headerId(name), name.header()));
        }
        String variable = MapKeys.asVariable(name.tail());
        return DASHED.stream().filter(tail -> MapKeys.asVariable(tail).equals(variable)).findFirst()
                .map(tail -> new MapKeyName(name.prefix(), name.key(), tail)).orElse(name);
    }

    private MapKeyName withKnownKey(MapKeyName guessed) {
        String known = keys.get(guessed.prefix() + MapKeys.asVariable(guessed.key()));
        if (known != null) {
            return new MapKeyName(guessed.prefix(), known, guessed.tail());
        }
        // Without quotes a variable does not say where the key ends: SHARDS_HOT_RUN_LIMIT.
        String rest = guessed.key() + "." + guessed.tail();
        for (int dot = rest.indexOf('.', guessed.key().length() + 1); dot > 0; dot = rest.indexOf('.', dot + 1)) {
            known = keys.get(guessed.prefix() + MapKeys.asVariable(rest.substring(0, dot)));
            if (known != null) {
                return new MapKeyName(guessed.prefix(), known, rest.substring(dot + 1));
            }
        }
        return guessed;
    }

    private static String headerId(MapKeyName name) {
        return name.prefix() + MapKeys.asVariable(name.key()) + "." + MapKeys.asVariable(name.header());
    }
}
