package io.quarkiverse.localtask.it.testing.examples;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

import io.quarkiverse.localtask.event.TaskDead;

// tag::observer[]
@ApplicationScoped
public class DeadTasks {

    @Inject
    Alarm alarm; // yours

    void dead(@Observes TaskDead event) {
        alarm.raise(event.destination(), event.taskId(), event.reason());
    }
}
// end::observer[]
