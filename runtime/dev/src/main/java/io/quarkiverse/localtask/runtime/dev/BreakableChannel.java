package io.quarkiverse.localtask.runtime.dev;

import java.time.Duration;

import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;

import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.smallrye.mutiny.Uni;

/** Every asynchronous channel, broken on purpose where that is asked for. */
@Decorator
@Priority(Interceptor.Priority.LIBRARY_AFTER)
public class BreakableChannel implements TaskChannel {

    static final String REASON = "broken on purpose, in the Dev UI";

    @Inject
    @Delegate
    @Any
    TaskChannel channel;

    @Inject
    Faults faults;

    @Override
    public Uni<Outcome> deliver(Delivery delivery) {
        Faults.Fault fault = faults.next(delivery.destination());
        if (fault.delayMillis() == 0) {
            return fault.fails() ? failed() : channel.deliver(delivery);
        }
        return Uni.createFrom().voidItem().onItem().delayIt().by(Duration.ofMillis(fault.delayMillis()))
                .chain(() -> fault.fails() ? failed() : channel.deliver(delivery));
    }

    private static Uni<Outcome> failed() {
        return Uni.createFrom().item(Outcome.failed(REASON));
    }
}
