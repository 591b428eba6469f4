package io.quarkiverse.localtask.deployment.http;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import org.eclipse.microprofile.config.ConfigProvider;

import io.quarkiverse.localtask.runtime.config.AdHocDestinations;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.LocalTaskBuildTimeConfig;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig;
import io.quarkiverse.localtask.runtime.config.RetryPolicy;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.smallrye.config.SmallRyeConfig;

/** Destinations that a test adds while it runs. */
@Singleton
public class TestSettings {

    static final RetryPolicy RETRY = new RetryPolicy(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0);

    static final int AD_HOC_CONCURRENCY = 2;

    final Map<String, Destination> destinations = new ConcurrentHashMap<>();
    final Map<String, Destination> adHoc = new ConcurrentHashMap<>();

    TestSettings() {
        for (int lane = 0; lane < AdHocDestinations.HTTP_LANES; lane++) {
            adHoc.put("http:" + lane, new Destination("http:" + lane, "http", null, "POST", Map.of(), Optional.empty(),
                    Duration.ofSeconds(10), AD_HOC_CONCURRENCY, Duration.ofSeconds(2), Optional.of("ad-hoc"), Optional.empty(),
                    RETRY));
        }
    }

    @Produces
    @Alternative
    @Priority(1)
    @Singleton
    Settings settings() {
        SmallRyeConfig config = ConfigProvider.getConfig().unwrap(SmallRyeConfig.class);
        LocalTaskRuntimeConfig run = config.getConfigMapping(LocalTaskRuntimeConfig.class);
        return new Settings(config.getConfigMapping(LocalTaskBuildTimeConfig.class), run, "test", destinations, adHoc,
                List.of());
    }

    Destination add(Destination destination) {
        destinations.put(destination.name(), destination);
        return destination;
    }

    static Destination destination(String name, String url) {
        return destination(name, url, "POST", Map.of(), Duration.ofSeconds(10), 64);
    }

    static Destination destination(String name, String url, String method, Map<String, String> headers, Duration timeout,
            int concurrency) {
        return new Destination(name, "http", url, method, headers, Optional.empty(), timeout, concurrency,
                Duration.ofSeconds(2), Optional.empty(), Optional.empty(), RETRY);
    }
}
