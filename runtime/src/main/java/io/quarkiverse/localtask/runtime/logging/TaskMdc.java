package io.quarkiverse.localtask.runtime.logging;

import jakarta.inject.Singleton;

import org.jboss.logging.MDC;

import io.quarkiverse.localtask.runtime.delivery.AroundAttempt;
import io.quarkiverse.localtask.runtime.delivery.TaskInHand;
import io.quarkiverse.localtask.spi.Delivery;

/** Says in every log line of a channel's call which task it is about. */
@Singleton
public class TaskMdc implements AroundAttempt {

    private static final String ID = "taskId";
    private static final String DESTINATION = "taskDestination";
    private static final String ATTEMPT = "taskAttempt";

    @Override
    public Surrounding begin(TaskInHand task, Delivery delivery) {
        MDC.put(ID, delivery.taskId());
        MDC.put(DESTINATION, delivery.destination());
        MDC.put(ATTEMPT, Integer.toString(delivery.attempt()));
        return new Named(delivery);
    }

    private record Named(Delivery delivery) implements Surrounding {

        @Override
        public void returned() {
            MDC.remove(ID);
            MDC.remove(DESTINATION);
            MDC.remove(ATTEMPT);
        }
    }
}
