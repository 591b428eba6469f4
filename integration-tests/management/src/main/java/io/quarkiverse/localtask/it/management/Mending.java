package io.quarkiverse.localtask.it.management;

import jakarta.enterprise.context.ApplicationScoped;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskStatus;

/** What the page about managing shows. */
@ApplicationScoped
public class Mending {

    private final LocalTasks tasks;

    Mending(LocalTasks tasks) {
        this.tasks = tasks;
    }

    /** @return how many tasks are tried again */
    public long afterAnOutage() {
        // tag::redeliver[]
        return tasks.redeliver(TaskFilter.status(TaskStatus.DEAD).destination("erp").errorContains("HTTP 503"));
        // end::redeliver[]
    }
}
