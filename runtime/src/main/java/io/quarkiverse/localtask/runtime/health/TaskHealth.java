package io.quarkiverse.localtask.runtime.health;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import jakarta.inject.Singleton;

import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

import io.quarkiverse.localtask.runtime.compensation.EngineStatus;
import io.quarkiverse.localtask.runtime.compensation.ShardStatus;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.HealthConfig;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.delivery.DestinationStatus;

/**
 * Tells how destinations and shards do. A partner that is down is no reason to take an instance out: its tasks are safe in the
 * table. Who sees that differently says so in the configuration.
 */
@Readiness
@Singleton
public class TaskHealth implements HealthCheck {

    private final EngineStatus engine;
    private final HealthConfig config;

    TaskHealth(EngineStatus engine, Settings settings) {
        this.engine = engine;
        this.config = settings.run().health();
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response = HealthCheckResponse.named("Local tasks");
        boolean up = true;
        for (DestinationStatus destination : engine.destinations()) {
            if (destination.state() == DestinationStatus.State.PAUSED) {
                response.withData("destination " + destination.name(), "paused");
                continue;
            }
            boolean works = destination.state() == DestinationStatus.State.WORKS;
            up &= works || !config.strict();
            response.withData("destination " + destination.name(), works ? "works" : describe(destination));
        }
        for (ShardStatus shard : engine.shards()) {
            response.withData("shard " + shard.shard().name(), describe(shard));
        }
        Optional<Duration> most = config.maxWaitingAge();
        if (most.isPresent()) {
            for (Map.Entry<String, Duration> oldest : engine.oldestWaiting().orElse(Map.of()).entrySet()) {
                // neither what only a newer instance can send nor what is held back on purpose is a reason to take this one out
                if (oldest.getValue().compareTo(most.get()) > 0 && engine.destination(oldest.getKey())
                        .filter(known -> known.state() != DestinationStatus.State.PAUSED).isPresent()) {
                    up = false;
                    response.withData("waiting for " + oldest.getKey(),
                            "a task waits for " + seconds(oldest.getValue()) + ", at most " + seconds(most.get())
                                    + " are allowed");
                }
            }
        }
        return response.status(up).build();
    }

    private static String describe(DestinationStatus destination) {
        return (destination.state() == DestinationStatus.State.DOWN ? "down" : "recovering") + " since " + destination.since()
                + ": " + destination.lastFailure();
    }

    private static String describe(ShardStatus shard) {
        if (!shard.running()) {
            return "not scanned by this instance";
        }
        return shard.sinceLastScan().map(ago -> "scanned " + seconds(ago) + " ago").orElse("not scanned yet");
    }

    private static String seconds(Duration time) {
        return time.toSeconds() + " s";
    }
}
