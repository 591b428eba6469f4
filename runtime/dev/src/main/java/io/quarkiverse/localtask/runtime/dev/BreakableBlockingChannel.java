package io.quarkiverse.localtask.runtime.dev;

import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;

import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;

/** Every blocking channel, broken on purpose where that is asked for. */
@Decorator
@Priority(Interceptor.Priority.LIBRARY_AFTER)
public class BreakableBlockingChannel implements BlockingTaskChannel {

    @Inject
    @Delegate
    @Any
    BlockingTaskChannel channel;

    @Inject
    Faults faults;

    @Override
    public Outcome deliver(Delivery delivery) throws Exception {
        Faults.Fault fault = faults.next(delivery.destination());
        Thread.sleep(fault.delayMillis());
        return fault.fails() ? Outcome.failed(BreakableChannel.REASON) : channel.deliver(delivery);
    }
}
