package io.quarkiverse.localtask.it.benchmark.application;

import jakarta.enterprise.context.ApplicationScoped;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;

/** Stands where the build without a broker has none. */
@ApplicationScoped
@Identifier("nowhere")
class NowhereChannel implements TaskChannel {

    @Override
    public Uni<Outcome> deliver(Delivery delivery) {
        return Uni.createFrom().item(Outcome.rejected("this build has no broker"));
    }
}
