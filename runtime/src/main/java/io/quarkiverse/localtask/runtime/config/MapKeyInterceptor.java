package io.quarkiverse.localtask.runtime.config;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import jakarta.annotation.Priority;

import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.ConfigSourceInterceptorContext;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.Priorities;

/**
 * Gives every shard, destination and header one name. Without it {@code destinations."erp".url} and
 * {@code destinations.erp.timeout} are two halves of which the mapping reads one, and the variable
 * {@code …_DESTINATIONS__ERP_ORDERS__URL} is a destination {@code erp.orders} next to the declared {@code erp-orders}.
 * <p>
 * It stands between profiles and expressions, so that it sees the profile's values and its own are still expanded.
 */
@Priority(Priorities.LIBRARY + 290)
public class MapKeyInterceptor implements ConfigSourceInterceptor {

    @Override
    public ConfigValue getValue(ConfigSourceInterceptorContext context, String name) {
        MapKeyName parsed = MapKeyName.parse(name);
        if (parsed == null) {
            return context.proceed(name);
        }
        ConfigValue best = null;
        for (String spelling : parsed.spellings()) {
            ConfigValue value = context.proceed(spelling);
            if (value != null && value.getValue() != null && isMeant(parsed, spelling, value)
                    && (best == null || isStronger(value, best))) {
                best = value;
            }
        }
        return best == null ? null : best.withName(name);
    }

    @Override
    public Iterator<String> iterateNames(ConfigSourceInterceptorContext context) {
        Set<String> names = new LinkedHashSet<>();
        List<MapKeyName> certain = new ArrayList<>();
        List<MapKeyName> guessed = new ArrayList<>();
        context.iterateNames().forEachRemaining(name -> {
            MapKeyName parsed = MapKeyName.parse(name);
            if (parsed == null) {
                names.add(name);
            } else {
                (isGuess(name, context.proceed(name)) ? guessed : certain).add(parsed);
            }
        });
        if (certain.isEmpty() && guessed.isEmpty()) {
            return names.iterator();
        }
        MapKeyNames known = new MapKeyNames();
        declared(context, Declared.SHARDS_PROPERTY).forEach(key -> known.declare(PropertyNames.SHARDS, key));
        declared(context, Declared.DESTINATIONS_PROPERTY).forEach(key -> known.declare(PropertyNames.DESTINATIONS, key));
        certain.forEach(known::learn);
        certain.forEach(name -> names.add(name.canonical()));
        guessed.forEach(name -> names.add(known.resolve(name).canonical()));
        return names.iterator();
    }

    private static List<String> declared(ConfigSourceInterceptorContext context, String property) {
        ConfigValue value = context.proceed(property);
        return value == null || value.getValue() == null || value.getValue().isBlank() ? List.of()
                : List.of(value.getValue().split(","));
    }

    private static boolean isMeant(MapKeyName name, String spelling, ConfigValue value) {
        return !name.isDotted() || spelling.startsWith("\"", name.prefix().length()) || isFromEnvironment(value);
    }

    private static boolean isStronger(ConfigValue value, ConfigValue best) {
        int order = Integer.compare(value.getConfigSourceOrdinal(), best.getConfigSourceOrdinal());
        return order > 0 || order == 0 && value.getProfile() != null && best.getProfile() == null;
    }

    /** The environment source writes a capital only where it found one in another source. */
    private static boolean isGuess(String name, ConfigValue value) {
        return value != null && isFromEnvironment(value) && name.chars().noneMatch(Character::isUpperCase);
    }

    private static boolean isFromEnvironment(ConfigValue value) {
        return value.getConfigSourceName() != null && value.getConfigSourceName().startsWith(EnvConfigSource.NAME);
    }
}
