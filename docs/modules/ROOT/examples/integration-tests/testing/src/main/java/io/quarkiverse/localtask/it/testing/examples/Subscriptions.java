package io.quarkiverse.localtask.it.testing.examples;

import java.net.URI;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;

@ApplicationScoped
public class Subscriptions {

    @Inject
    LocalTasks tasks;

    @Transactional
    public void tell(Subscriber subscriber, OrderCreated event) {
        // tag::ad-hoc[]
        tasks.accept(TaskMessage.http(URI.create(subscriber.callback()))
                .method("POST")
                .header("X-Event", "order.created")
                .payload(event)
                .build());
        // end::ad-hoc[]
    }
}
