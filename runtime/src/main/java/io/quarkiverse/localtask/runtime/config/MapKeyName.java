package io.quarkiverse.localtask.runtime.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A property name of a shard or destination, taken apart.
 *
 * @param prefix up to and including the dot before the map key
 * @param key the shard's or destination's name, without quotes
 * @param tail what follows the dot after the map key
 */
record MapKeyName(String prefix, String key, String tail) {

    private static final String HEADERS = "headers.";

    /** @return the parts, or {@code null} when the name is none of a shard or destination */
    static MapKeyName parse(String name) {
        if (name.startsWith(PropertyNames.SHARDS)) {
            return parse(PropertyNames.SHARDS, name);
        }
        return name.startsWith(PropertyNames.DESTINATIONS) ? parse(PropertyNames.DESTINATIONS, name) : null;
    }

    private static MapKeyName parse(String prefix, String name) {
        String rest = name.substring(prefix.length());
        boolean quoted = rest.startsWith("\"");
        int end = quoted ? rest.indexOf("\".", 1) : rest.indexOf('.');
        if (end < 1 || quoted && end == 1) {
            return null;
        }
        String key = rest.substring(quoted ? 1 : 0, end);
        return new MapKeyName(prefix, key, rest.substring(end + (quoted ? 2 : 1)));
    }

    /** @return the name in the spelling that the mapping gets to see */
    String canonical() {
        return prefix + PropertyNames.quoted(key) + "." + canonicalTail();
    }

    /**
     * The canonical one comes first: the build records the fixed part in this spelling, next to defaults for every other.
     *
     * @return every spelling of the name under which a source may have a value; the variable's form follows from each
     */
    Set<String> spellings() {
        Set<String> spellings = new LinkedHashSet<>();
        spellings.add(canonical());
        for (String start : List.of(prefix + '"' + key + "\".", prefix + key + ".")) {
            if (isHeader()) {
                spellings.add(start + HEADERS + '"' + header() + '"');
                spellings.add(start + HEADERS + header());
            } else {
                spellings.add(start + tail);
            }
        }
        return spellings;
    }

    /** @return whether only a variable can mean this name when the key is not quoted: in a file, dots end the key */
    boolean isDotted() {
        return key.indexOf('.') >= 0;
    }

    boolean isShard() {
        return prefix.equals(PropertyNames.SHARDS);
    }

    boolean isHeader() {
        return tail.startsWith(HEADERS) && tail.length() > HEADERS.length();
    }

    /** @return the header's name, without quotes */
    String header() {
        String header = tail.substring(HEADERS.length());
        return header.length() > 2 && header.startsWith("\"") && header.endsWith("\"")
                ? header.substring(1, header.length() - 1)
                : header;
    }

    MapKeyName withHeader(String header) {
        return new MapKeyName(prefix, key, HEADERS + header);
    }

    private String canonicalTail() {
        return isHeader() ? HEADERS + PropertyNames.quoted(header()) : tail;
    }
}
