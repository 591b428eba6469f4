package io.quarkiverse.localtask.runtime.metrics;

import io.micrometer.core.instrument.Tags;
import io.quarkiverse.localtask.runtime.config.Destination;

/** The names of all meters and of their tags. The reference of the documentation is checked against them. */
final class MeterNames {

    static final String ACCEPTED = "local.task.accepted";
    static final String DUPLICATES = "local.task.duplicates";
    static final String SPILLED = "local.task.spilled";
    static final String DEAD = "local.task.dead";
    static final String ATTEMPTS = "local.task.attempts";
    static final String DELIVERY = "local.task.delivery";
    static final String OUTCOME_GROUP_SIZE = "local.task.outcome.group.size";

    static final String IN_FLIGHT = "local.task.in.flight";
    static final String WAITING = "local.task.waiting";
    static final String SPILLED_WAITING = "local.task.spilled.waiting";
    static final String LIMIT = "local.task.concurrency.limit";
    static final String DOWN = "local.task.destination.down";
    static final String PAUSED = "local.task.destination.paused";
    static final String OLDEST = "local.task.oldest.waiting.age";
    static final String SCAN_AGE = "local.task.scan.age";

    static final String DESTINATION = "destination";
    static final String CHANNEL = "channel";
    static final String OUTCOME = "outcome";
    static final String SHARD = "shard";

    private MeterNames() {
    }

    static Tags tags(Destination destination) {
        return Tags.of(DESTINATION, destination.name(), CHANNEL, destination.channel());
    }
}
