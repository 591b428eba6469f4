package io.quarkiverse.localtask.runtime.channel.mq;

import java.time.Duration;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.Settings;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;

/**
 * Sends tasks to a broker. Success is the broker's confirm; a nack, a lost connection and no answer in time are failures, and
 * the message of such an attempt may arrive all the same.
 */
@Singleton
@Identifier(Destination.MQ)
public class MqTaskChannel implements TaskChannel {

    /** So that the reason is ours: it knows whether the message was sent at all. */
    private static final Duration BEFORE_THE_ENGINE = Duration.ofMillis(100);

    private final Settings settings;
    private final MqPublisher publisher;

    @Inject
    MqTaskChannel(Settings settings, EmitterPublisher publisher) {
        this.settings = settings;
        this.publisher = publisher;
    }

    @Override
    public Uni<Outcome> deliver(Delivery delivery) {
        Destination destination = destination(delivery.destination());
        if (destination == null) {
            return Uni.createFrom().item(Outcome.failed("no mq destination of this name"));
        }
        MqMessage message;
        try {
            message = MqMessages.of(destination, delivery);
        } catch (IllegalArgumentException e) {
            return Uni.createFrom().item(Outcome.refused("not sent: " + e.getMessage()));
        }
        return publisher.publish(destination.mq().messagingChannel(), message, shortened(delivery.timeout()));
    }

    private Destination destination(String name) {
        Destination destination = settings.destinations().get(name);
        if (destination == null) {
            destination = settings.adHoc().get(name);
        }
        return destination == null || !destination.channel().equals(Destination.MQ) ? null : destination;
    }

    private static Duration shortened(Duration timeout) {
        Duration tenth = timeout.dividedBy(10);
        return timeout.minus(tenth.compareTo(BEFORE_THE_ENGINE) < 0 ? tenth : BEFORE_THE_ENGINE);
    }
}
