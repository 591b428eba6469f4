package io.quarkiverse.localtask.it.faults.application;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

import jakarta.enterprise.context.ApplicationScoped;

import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.common.annotation.Identifier;

/** A channel with every bug there is: the payload says which. */
@ApplicationScoped
@Identifier("poison")
class PoisonChannel implements BlockingTaskChannel {

    /** Exit code of the process that the payload {@code exit} ends. */
    private static final int POISONED = 66;

    @Override
    public Outcome deliver(Delivery delivery) {
        switch (new String(delivery.payload(), StandardCharsets.UTF_8)) {
            case "throw" -> throw new IllegalStateException("thrown on purpose");
            case "error" -> throw new StackOverflowError();
            case "exit" -> Runtime.getRuntime().halt(POISONED);
            case "block" -> blockForEver();
            default -> {
                // a good one
            }
        }
        return Outcome.succeeded();
    }

    /** Not even an interrupt ends it. */
    private static void blockForEver() {
        while (true) {
            LockSupport.park();
            Thread.interrupted();
        }
    }
}
