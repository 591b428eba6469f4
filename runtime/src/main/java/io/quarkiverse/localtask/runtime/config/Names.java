package io.quarkiverse.localtask.runtime.config;

import java.util.Collection;
import java.util.TreeSet;

/** Names and numbers in texts for people. */
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

    /**
     * @param count of something
     * @param one what follows the number 1
     * @param many what follows any other number
     * @return the number and what follows it
     */
    public static String count(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }
}
