package io.quarkiverse.localtask.runtime.channel.mq;

import java.time.Duration;

import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.Uni;

/** A way to publish with confirms. It decides how a publish ended, and holds no more messages than are under way. */
interface MqPublisher {

    /**
     * @param messagingChannel where to
     * @param message what
     * @param timeout after this it has failed, whatever the broker does later
     * @return how it ended; never fails
     */
    Uni<Outcome> publish(String messagingChannel, MqMessage message, Duration timeout);
}
