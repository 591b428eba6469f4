package io.quarkiverse.localtask.runtime.metrics;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.runtime.delivery.DeliveryListener;
import io.quarkiverse.localtask.runtime.delivery.TaskInHand;
import io.quarkiverse.localtask.spi.Outcome;

/**
 * Counts and times what happens to tasks. Tags are bounded: destinations are those of the configuration, and the few that stand
 * for
 * all URLs; a task id or a URL is never one.
 */
@Singleton
public class TaskMeters implements DeliveryListener {

    private final Map<String, OfDestination> byDestination = new HashMap<>();
    private final DistributionSummary groupSize;

    TaskMeters(MeterRegistry registry, Settings settings) {
        settings.allDestinations()
                .forEach(destination -> byDestination.put(destination.name(), new OfDestination(registry, destination)));
        groupSize = DistributionSummary.builder(MeterNames.OUTCOME_GROUP_SIZE).baseUnit("outcomes")
                .description("How many outcomes were written by one statement").register(registry);
    }

    /** All of one destination; made once, so that counting allocates nothing. */
    private static final class OfDestination {

        private final Counter accepted;
        private final Counter duplicates;
        private final Counter spilled;
        private final Counter dead;
        private final Timer success;
        private final Timer failure;
        private final Timer rejection;
        private final Timer delivery;

        private OfDestination(MeterRegistry registry, Destination destination) {
            Tags tags = MeterNames.tags(destination);
            accepted = counter(registry, MeterNames.ACCEPTED, "Tasks whose transaction has committed", tags);
            duplicates = counter(registry, MeterNames.DUPLICATES, "Tasks whose id was in the table already", tags);
            spilled = counter(registry, MeterNames.SPILLED,
                    "Tasks that did not fit into memory and are read back from the table", tags);
            dead = counter(registry, MeterNames.DEAD, "Tasks that were given up", tags);
            success = attempts(registry, tags, "success");
            failure = attempts(registry, tags, "failure");
            rejection = attempts(registry, tags, "rejection");
            delivery = Timer.builder(MeterNames.DELIVERY)
                    .description("From the acceptance of a task to its delivery, repeats included").tags(tags)
                    .register(registry);
        }

        private static Counter counter(MeterRegistry registry, String name, String description, Tags tags) {
            return Counter.builder(name).description(description).baseUnit("tasks").tags(tags).register(registry);
        }

        private static Timer attempts(MeterRegistry registry, Tags tags, String outcome) {
            return Timer.builder(MeterNames.ATTEMPTS).description("Attempts to deliver a task")
                    .tags(tags.and(Tag.of(MeterNames.OUTCOME, outcome))).register(registry);
        }

        private Timer attempts(Outcome outcome) {
            return outcome instanceof Outcome.Succeeded ? success : outcome instanceof Outcome.Rejected ? rejection : failure;
        }
    }

    private OfDestination of(Destination destination) {
        return byDestination.get(destination.name());
    }

    @Override
    public void accepted(Destination destination) {
        of(destination).accepted.increment();
    }

    @Override
    public void duplicateRefused(Destination destination) {
        of(destination).duplicates.increment();
    }

    @Override
    public void spilled(Destination destination) {
        of(destination).spilled.increment();
    }

    @Override
    public void attempted(TaskInHand task, Outcome outcome, long took) {
        of(task.destination()).attempts(outcome).record(took, TimeUnit.NANOSECONDS);
    }

    @Override
    public void delivered(Destination destination, long age) {
        of(destination).delivery.record(age, TimeUnit.NANOSECONDS);
    }

    @Override
    public void dead(Destination destination) {
        of(destination).dead.increment();
    }

    @Override
    public void groupWritten(int outcomes) {
        groupSize.record(outcomes);
    }
}
