package io.quarkiverse.localtask.deployment.channel;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;

/** Channels of an application: a class and a producer method. */
public class NamedChannels {

    @ApplicationScoped
    @Identifier("sms")
    public static class Sms implements TaskChannel {

        @Override
        public Uni<Outcome> deliver(Delivery delivery) {
            return Uni.createFrom().item(Outcome.succeeded());
        }
    }

    @Produces
    @ApplicationScoped
    @Identifier("fax")
    BlockingTaskChannel fax() {
        return delivery -> Outcome.succeeded();
    }
}
