package io.quarkiverse.localtask.runtime.metrics;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.quarkiverse.localtask.runtime.compensation.EngineStatus;
import io.quarkiverse.localtask.runtime.compensation.ShardStatus;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.config.Shard;
import io.quarkiverse.localtask.runtime.delivery.DestinationStatus;
import io.quarkus.runtime.StartupEvent;

/** Shows what this instance is doing at the moment of a scrape, which costs no statement. */
@Singleton
public class TaskGauges {

    private final MeterRegistry registry;
    private final EngineStatus engine;
    private final Settings settings;

    TaskGauges(MeterRegistry registry, EngineStatus engine, Settings settings) {
        this.registry = registry;
        this.engine = engine;
        this.settings = settings;
    }

    void register(@Observes StartupEvent event) {
        if (!settings.run().active()) {
            return;
        }
        settings.allDestinations().forEach(this::register);
        Gauge.builder(MeterNames.SPILLED_WAITING, engine, EngineStatus::spilled).baseUnit("tasks")
                .description("Tasks that did not fit into memory and wait to be read back").strongReference(true)
                .register(registry);
        settings.shards().forEach(this::register);
    }

    private void register(Destination destination) {
        gauge(destination, MeterNames.IN_FLIGHT, "attempts", "Attempts under way", DestinationStatus::inFlight);
        gauge(destination, MeterNames.WAITING, "tasks", "Tasks that wait in memory", DestinationStatus::waiting);
        gauge(destination, MeterNames.LIMIT, "attempts", "Attempts that may be under way at the same time now",
                DestinationStatus::limit);
        gauge(destination, MeterNames.DOWN, null, "1 if nothing but a probe is sent now and then, else 0",
                status -> status.state() == DestinationStatus.State.DOWN ? 1 : 0);
        gauge(destination, MeterNames.PAUSED, null, "1 if nothing is sent until somebody resumes it, else 0",
                status -> status.state() == DestinationStatus.State.PAUSED ? 1 : 0);
        TimeGauge.builder(MeterNames.OLDEST, engine, TimeUnit.MILLISECONDS,
                all -> all.oldestWaiting().map(ages -> ages.getOrDefault(destination.name(), Duration.ZERO))
                        .map(age -> (double) age.toMillis()).orElse(Double.NaN))
                .description("How long the oldest task that is not delivered has been waiting; 0: none waits, NaN: not known")
                .tags(MeterNames.tags(destination)).strongReference(true).register(registry);
    }

    private void gauge(Destination destination, String name, String unit, String description,
            ToDoubleFunction<DestinationStatus> value) {
        Gauge.builder(name, engine, all -> all.destination(destination.name()).map(value::applyAsDouble).orElse(Double.NaN))
                .baseUnit(unit).description(description).tags(MeterNames.tags(destination)).strongReference(true)
                .register(registry);
    }

    private void register(Shard shard) {
        if (shard.enabled() && settings.run().compensation().enabled()) {
            TimeGauge.builder(MeterNames.SCAN_AGE, engine, TimeUnit.MILLISECONDS, all -> sinceLastScan(all, shard))
                    .description("How long ago the shard has last been scanned to its end").tag(MeterNames.SHARD, shard.name())
                    .strongReference(true).register(registry);
        }
    }

    private static double sinceLastScan(EngineStatus engine, Shard shard) {
        return engine.shards().stream().filter(status -> status.shard().name().equals(shard.name())).findFirst()
                .flatMap(ShardStatus::sinceLastScan).map(age -> (double) age.toMillis()).orElse(Double.NaN);
    }
}
