package io.quarkiverse.localtask.runtime.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.microprofile.config.spi.ConfigSource;

import io.quarkiverse.localtask.runtime.config.PropertyNames;
import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;

/**
 * Tells Flyway and Liquibase the names that the shipped scripts leave open: they follow from the task table's, as everywhere
 * else. Everything users configure is stronger.
 */
public class SchemaToolNamesFactory implements ConfigSourceFactory {

    /**
     * Recorded by the build, where there is a schema tool: the keys of its placeholders, without their names. Not for users.
     */
    public static final String PREFIXES_PROPERTY = "local-task.declared.schema-tools";

    /** Below every file. */
    private static final int ORDINAL = 50;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        ConfigValue prefixes = context.getValue(PREFIXES_PROPERTY);
        ConfigValue table = context.getValue(PropertyNames.TABLE_NAME);
        if (prefixes == null || prefixes.getValue() == null) {
            return List.of();
        }
        TableNames of = TableNames.of(table == null || table.getValue() == null ? TableNames.DEFAULT_TABLE
                : table.getValue().strip());
        Map<String, String> names = new HashMap<>();
        for (String prefix : prefixes.getValue().split(",")) {
            of.placeholders().forEach((name, value) -> names.put(prefix + name, value));
        }
        return List.of(new PropertiesConfigSource(names, "quarkus-local-task table names", ORDINAL));
    }
}
