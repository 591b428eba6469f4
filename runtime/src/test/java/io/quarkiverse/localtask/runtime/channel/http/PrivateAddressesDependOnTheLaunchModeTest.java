package io.quarkiverse.localtask.runtime.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;

/** A developer's receiver is on localhost; in production only the internet is, unless somebody says so. */
class PrivateAddressesDependOnTheLaunchModeTest {

    @ParameterizedTest
    @EnumSource(LaunchMode.class)
    void unlessConfigured(LaunchMode mode) {
        LaunchMode before = LaunchMode.current();
        LaunchMode.set(mode);
        try {
            assertThat(allows(Map.of())).isEqualTo(mode == LaunchMode.DEVELOPMENT || mode == LaunchMode.TEST);
            assertThat(allows(Map.of("quarkus.local-task.http.allow-private-addresses", "true"))).isTrue();
            assertThat(allows(Map.of("quarkus.local-task.http.allow-private-addresses", "false"))).isFalse();
            assertThat(allows(Map.of("quarkus.local-task.http.allowed-hosts", "127.0.0.1"))).isTrue();
            assertThat(allows(Map.of("quarkus.local-task.http.allow-private-addresses", "true",
                    "quarkus.local-task.http.allowed-hosts", "partner.example"))).isFalse();
        } finally {
            LaunchMode.set(before);
        }
    }

    private static boolean allows(Map<String, String> properties) {
        AdHocGuard guard = AdHocGuard.of(new SmallRyeConfigBuilder()
                .withConverter(Duration.class, 200, new DurationConverter())
                .withConverter(MemorySize.class, 200, new MemorySizeConverter())
                .withMapping(LocalTaskRuntimeConfig.class)
                .withSources(new PropertiesConfigSource(properties, "test", 250))
                .build().getConfigMapping(LocalTaskRuntimeConfig.class).http());
        try {
            guard.check("127.0.0.1");
            return true;
        } catch (AdHocRefusal e) {
            return false;
        }
    }
}
