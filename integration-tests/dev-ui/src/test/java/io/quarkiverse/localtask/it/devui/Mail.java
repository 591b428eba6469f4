package io.quarkiverse.localtask.it.devui;

import jakarta.enterprise.context.ApplicationScoped;

import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.common.annotation.Identifier;

/** A blocking channel of the application. */
@ApplicationScoped
@Identifier("mail")
public class Mail implements BlockingTaskChannel {

    @Override
    public Outcome deliver(Delivery delivery) {
        return Outcome.succeeded();
    }
}
