package io.quarkiverse.localtask.deployment.tester;

import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;

/** The business. */
@ApplicationScoped
public class Orders {

    public record Order(String id, int quantity) {
    }

    @Inject
    LocalTasks tasks;

    @Transactional
    @LocalTaskMessage(destination = "erp", name = "order", id = "id")
    public Order place(String id) {
        return new Order(id, 3);
    }

    @Transactional
    public void placeAndFail(String id) {
        send(TaskMessage.to("erp").id(id).payload("never"));
        throw new IllegalStateException("rolled back on purpose");
    }

    @Transactional
    public void send(TaskMessage.Builder message) {
        tasks.accept(message.build());
    }

    public Optional<Task> find(String id) {
        return tasks.find(id);
    }

    public TaskStatus status(String id) {
        return find(id).map(Task::status).orElse(null);
    }
}
