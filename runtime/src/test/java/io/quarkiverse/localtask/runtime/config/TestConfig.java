package io.quarkiverse.localtask.runtime.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.cronutils.model.CronType;

import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;

/** A real configuration: what the build saw in a file, and what the run time sees in the same file and the environment. */
final class TestConfig {

    private final Map<String, String> file = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final List<DestinationCheck> channelChecks = new ArrayList<>();
    private Optional<Duration> quarkusShutdown = Optional.empty();

    static TestConfig of(String... lines) {
        return new TestConfig().file(lines);
    }

    /** Lines {@code key=value} below {@code quarkus.local-task.}. */
    TestConfig file(String... lines) {
        for (String line : lines) {
            int equals = line.indexOf('=');
            file.put(PropertyNames.PREFIX + line.substring(0, equals), line.substring(equals + 1));
        }
        return this;
    }

    TestConfig other(String key, String value) {
        file.put(key, value);
        return this;
    }

    TestConfig env(String key, String value) {
        environment.put(key, value);
        return this;
    }

    TestConfig check(DestinationCheck check) {
        channelChecks.add(check);
        return this;
    }

    TestConfig quarkusShutdown(Duration timeout) {
        quarkusShutdown = Optional.of(timeout);
        return this;
    }

    Settings settings() {
        return settings(new Problems());
    }

    Settings settings(Problems problems) {
        Declared declared = Declared.atBuild(config(Map.of(), Map.of()));
        SmallRyeConfig config = config(environment, Map.of(
                Declared.SHARDS_PROPERTY, String.join(",", declared.shards()),
                Declared.DESTINATIONS_PROPERTY, String.join(",", declared.destinations())));
        return new SettingsFactory(new CronSyntax(CronType.QUARTZ), channelChecks, quarkusShutdown).create(
                config.getConfigMapping(LocalTaskBuildTimeConfig.class),
                config.getConfigMapping(LocalTaskRuntimeConfig.class), Declared.recorded(config), "shop", problems);
    }

    Settings settingsBuiltWithEnvironment() {
        SmallRyeConfig config = config(environment, Map.of());
        LocalTaskBuildTimeConfig build = config.getConfigMapping(LocalTaskBuildTimeConfig.class);
        return new SettingsFactory(new CronSyntax(CronType.QUARTZ), channelChecks, quarkusShutdown).create(build,
                config.getConfigMapping(LocalTaskRuntimeConfig.class), Declared.atBuild(config), "shop", new Problems());
    }

    private SmallRyeConfig config(Map<String, String> variables, Map<String, String> recorded) {
        return new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .addDiscoveredInterceptors()
                .withProfile("test")
                .withConverter(Duration.class, 200, new DurationConverter())
                .withConverter(MemorySize.class, 200, new MemorySizeConverter())
                .withMapping(LocalTaskBuildTimeConfig.class)
                .withMapping(LocalTaskRuntimeConfig.class)
                .withSources(new PropertiesConfigSource(file, "application.properties", 250))
                .withSources(new PropertiesConfigSource(recorded, "recorded", 10))
                .withSources(new EnvConfigSource(variables, 300))
                .build();
    }
}
