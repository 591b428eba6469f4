package io.quarkiverse.localtask.runtime.config;

import java.util.regex.Pattern;

/** The names of the properties, as users write them. */
public final class PropertyNames {

    /** Every property begins with it. */
    public static final String PREFIX = "quarkus.local-task.";
    /** The task table. */
    public static final String TABLE_NAME = PREFIX + "table-name";
    static final String SHARDS = PREFIX + "shards.";
    static final String DESTINATIONS = PREFIX + "destinations.";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

    private PropertyNames() {
    }

    /**
     * @param name a shard
     * @param key a key of it
     * @return the property's full name
     */
    public static String ofShard(String name, String key) {
        return SHARDS + quoted(name) + "." + key;
    }

    /**
     * @param name a destination
     * @param key a key of it
     * @return the property's full name
     */
    public static String ofDestination(String name, String key) {
        return DESTINATIONS + quoted(name) + "." + key;
    }

    /**
     * @param mapKey a map key
     * @return it as it stands in a property name: quoted only where it must be, so that one key has one
     *         spelling
     */
    public static String quoted(String mapKey) {
        return PLAIN.matcher(mapKey).matches() ? mapKey : '"' + mapKey + '"';
    }

    /** @return the name of a messaging channel as reactive messaging writes it */
    static String quotedWithDot(String messagingChannel) {
        return messagingChannel.indexOf('.') < 0 ? messagingChannel : '"' + messagingChannel + '"';
    }
}
