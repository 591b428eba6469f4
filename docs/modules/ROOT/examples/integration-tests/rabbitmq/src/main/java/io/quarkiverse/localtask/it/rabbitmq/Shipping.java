package io.quarkiverse.localtask.it.rabbitmq;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;

/** What the page about RabbitMQ shows. */
@ApplicationScoped
public class Shipping {

    @Inject
    LocalTasks tasks;

    // tag::ship[]
    @Transactional
    @LocalTaskMessage(destination = "shipments")
    public Shipment ship(Order order) {
        return new Shipment(order.id());
    }
    // end::ship[]

    @Transactional
    public void express(Shipment shipment) {
        // tag::express[]
        tasks.accept(TaskMessage.to("shipments")
                .routingKey("shipment.express")
                .header("priority", "7")
                .payload(shipment)
                .build());
        // end::express[]
    }

    @Transactional
    public void printed(Label label) {
        // tag::label[]
        tasks.accept(TaskMessage.mq("labels")
                .routingKey("label.printed")
                .payload(label)
                .build());
        // end::label[]
    }
}
