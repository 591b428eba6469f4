package io.quarkiverse.localtask.it.orders;

import java.nio.charset.StandardCharsets;

import jakarta.enterprise.context.ApplicationScoped;

import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.common.annotation.Identifier;

/** A channel with a bug: a payload that holds the word {@code lethal} ends the process, without a word to anybody. */
@ApplicationScoped
@Identifier("poison")
class PoisonChannel implements BlockingTaskChannel {

    @Override
    public Outcome deliver(Delivery delivery) {
        if (new String(delivery.payload(), StandardCharsets.UTF_8).contains("lethal")) {
            Runtime.getRuntime().halt(66);
        }
        return Outcome.succeeded();
    }
}
