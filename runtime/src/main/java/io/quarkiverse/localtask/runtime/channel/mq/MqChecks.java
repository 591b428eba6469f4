package io.quarkiverse.localtask.runtime.channel.mq;

import java.util.Map;

import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.runtime.config.DestinationCheck;
import io.quarkiverse.localtask.runtime.config.MessageCheck;
import io.quarkiverse.localtask.runtime.config.Problems;
import io.quarkiverse.localtask.runtime.config.PropertyNames;

/** Refuses what a broker would not take: of destinations at start, of messages at {@code accept}. */
@Singleton
public class MqChecks implements DestinationCheck, MessageCheck {

    @Override
    public void check(Destination destination, Problems problems) {
        if (!destination.channel().equals(Destination.MQ)) {
            return;
        }
        destination.headers().forEach((name, value) -> {
            String problem = AmqpHeader.problem(name, value);
            if (problem != null) {
                problems.add(PropertyNames.ofDestination(destination.name(), "headers." + name) + " " + problem);
            }
        });
        tooLong(destination, "content-type", destination.contentType().orElse(""), problems);
        tooLong(destination, "routing-key", destination.mq().routingKey().orElse(""), problems);
        tooLong(destination, "exchange", destination.mq().exchange().orElse(""), problems);
    }

    @Override
    public void check(Destination destination, Map<String, String> headers, Map<String, String> target) {
        if (destination.channel().equals(Destination.MQ)) {
            headers.forEach((name, value) -> {
                String problem = AmqpHeader.problem(name, value);
                if (problem != null) {
                    throw new IllegalArgumentException("header '" + name + "' of a message to destination '"
                            + destination.name() + "' " + problem);
                }
            });
            MqMessages.check(MqMessages.merged(destination.headers(), headers));
        }
    }

    private static void tooLong(Destination destination, String key, String value, Problems problems) {
        if (AmqpHeader.utf8Length(value) > AmqpHeader.MAX_SHORT_STRING) {
            problems.add(PropertyNames.ofDestination(destination.name(), key)
                    + " is longer than 255 bytes, which AMQP does not allow (0-9-1, 4.2.5.3): shorten it");
        }
    }
}
