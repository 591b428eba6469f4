package io.quarkiverse.localtask.runtime.config;

import java.util.Collection;
import java.util.TreeSet;

/** Names in error texts. */
public final class Names {

    private Names() {
    }

    /**
     * @param names in any order
     * @return them in order, or "none"
     */
    public static String list(Collection<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", new TreeSet<>(names));
    }
}
