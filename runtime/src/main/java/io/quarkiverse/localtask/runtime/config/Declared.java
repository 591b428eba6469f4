package io.quarkiverse.localtask.runtime.config;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.eclipse.microprofile.config.Config;

/**
 * The names the build knew. At run time the maps of the fixed configuration show every name that any property or environment
 * variable mentions, so the build records the declared ones as properties of its own.
 *
 * @param shards shards with a key visible at build
 * @param destinations destinations with a key visible at build
 */
public record Declared(Set<String> shards, Set<String> destinations) {

    /** Recorded by the build; not for users. */
    public static final String SHARDS_PROPERTY = "local-task.declared.shards";
    /** Recorded by the build; not for users. */
    public static final String DESTINATIONS_PROPERTY = "local-task.declared.destinations";

    /**
     * The mapping of the fixed part shows only names with a fixed key; a name is declared by any key.
     *
     * @param config the configuration as the build sees it
     * @return the names in it
     */
    public static Declared atBuild(Config config) {
        Declared declared = new Declared(new TreeSet<>(), new TreeSet<>());
        for (String property : config.getPropertyNames()) {
            MapKeyName name = MapKeyName.parse(property);
            if (name != null) {
                (name.isShard() ? declared.shards : declared.destinations).add(name.key());
            }
        }
        return declared;
    }

    static Declared recorded(Config config) {
        return new Declared(names(config, SHARDS_PROPERTY), names(config, DESTINATIONS_PROPERTY));
    }

    private static Set<String> names(Config config, String property) {
        Optional<List<String>> names = config.getOptionalValues(property, String.class);
        return names.map(Set::copyOf).orElse(Set.of());
    }
}
