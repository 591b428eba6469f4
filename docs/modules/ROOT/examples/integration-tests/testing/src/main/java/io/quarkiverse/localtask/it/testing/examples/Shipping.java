package io.quarkiverse.localtask.it.testing.examples;

import java.time.Duration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;

@ApplicationScoped
public class Shipping {

    @Inject
    LocalTasks tasks;

    // tag::ship[]
    @Transactional
    public void ship(Order order) {
        tasks.accept(TaskMessage.to("erp")
                .id("shipped:" + order.id)
                .payload(new Shipped(order.id))
                .delay(Duration.ofMinutes(5))
                .build());
    }
    // end::ship[]
}
