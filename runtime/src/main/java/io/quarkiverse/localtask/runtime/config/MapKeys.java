package io.quarkiverse.localtask.runtime.config;

import java.util.Collection;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The rules for names of shards and destinations. */
public final class MapKeys {

    /** The width of the column {@code destination}. */
    public static final int MAX_LENGTH = 64;

    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private MapKeys() {
    }

    /**
     * @param kind shard or destination
     * @param name its name
     * @param problems takes what is wrong with it
     */
    public static void checkName(String kind, String name, Problems problems) {
        if (name.length() > MAX_LENGTH || !LEGAL.matcher(name).matches()) {
            problems.add(PropertyNames.PREFIX + kind + "s." + PropertyNames.quoted(name) + ": the name of a " + kind
                    + " has at most " + MAX_LENGTH + " letters, digits, dots, dashes and underscores and begins with a letter"
                    + " or digit; rename it");
        }
    }

    /**
     * @param name a messaging channel
     * @param culprit the property that names it
     * @param problems takes what is wrong with it
     */
    public static void checkMessagingChannel(String name, String culprit, Problems problems) {
        if (name.length() > MqTarget.MAX_CHANNEL_LENGTH || !LEGAL.matcher(name).matches()) {
            problems.add(culprit, name, "the name of a messaging channel has at most " + MqTarget.MAX_CHANNEL_LENGTH
                    + " letters, digits, dots, dashes and underscores and begins with a letter or digit",
                    "choose another");
        }
    }

    /**
     * Names that one environment variable would set at the same time.
     *
     * @param kind shard or destination
     * @param names all of them
     * @param problems takes each group of such names
     */
    public static void checkDistinct(String kind, Collection<String> names, Problems problems) {
        TreeMap<String, SortedSet<String>> byVariable = new TreeMap<>();
        names.forEach(name -> byVariable.computeIfAbsent(asVariable(name), v -> new TreeSet<>()).add(name));
        byVariable.values().stream().filter(same -> same.size() > 1)
                .forEach(same -> problems.add(PropertyNames.PREFIX + kind + "s: the names " + String.join(", ", same)
                        + " are the same name in an environment variable; rename all but one"));
    }

    /**
     * @param name a map key
     * @return the part of an environment variable that stands for it
     */
    public static String asVariable(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }
}
