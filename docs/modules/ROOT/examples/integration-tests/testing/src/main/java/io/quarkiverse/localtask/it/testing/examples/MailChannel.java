package io.quarkiverse.localtask.it.testing.examples;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.common.annotation.Identifier;

// tag::channel[]
@ApplicationScoped
@Identifier("mail")
public class MailChannel implements BlockingTaskChannel {

    @Inject
    MailServer mailServer; // yours

    @Override
    public Outcome deliver(Delivery delivery) throws Exception {
        mailServer.send(delivery.taskId(), delivery.payload());
        return Outcome.succeeded();
    }
}
// end::channel[]
