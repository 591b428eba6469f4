package io.quarkiverse.localtask.it.rabbitmq;

import java.util.ArrayList;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;

/** Sends messages with the transaction they belong to. */
@ApplicationScoped
public class ShipmentService {

    private final LocalTasks tasks;

    ShipmentService(LocalTasks tasks) {
        this.tasks = tasks;
    }

    /** @return the task's id */
    @Transactional
    public String send(TaskMessage message) {
        return tasks.accept(message).taskId();
    }

    /** @return the tasks' ids */
    @Transactional
    public List<String> sendMany(String destination, String prefix, int count) {
        List<TaskMessage> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(TaskMessage.to(destination).id(prefix + i).payload("shipment " + i).build());
        }
        return tasks.accept(messages).stream().map(receipt -> receipt.taskId()).toList();
    }
}
