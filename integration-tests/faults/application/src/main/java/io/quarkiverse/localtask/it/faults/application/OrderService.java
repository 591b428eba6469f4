package io.quarkiverse.localtask.it.faults.application;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;

/** One business row and its tasks, in one transaction. */
@ApplicationScoped
class OrderService {

    private final OrderTable table;
    private final LocalTasks tasks;

    OrderService(OrderTable table, LocalTasks tasks) {
        this.table = table;
        this.tasks = tasks;
    }

    /**
     * @param hold how long the transaction stays open after its last statement
     * @param refused whether it is rolled back then
     */
    @Transactional
    public void place(String id, String body, List<String> destinations, Duration hold, boolean refused) {
        List<TaskMessage> messages = destinations.stream().map(destination -> TaskMessage.to(destination)
                .id(id + ":" + destination).name("order").payload(body).build()).toList();
        table.insert(id, String.join(",", messages.stream().map(TaskMessage::id).toList()), hash(body));
        tasks.accept(messages);
        if (!hold.isZero()) {
            LockSupport.parkNanos(hold.toNanos());
        }
        if (refused) {
            throw new RefusedOrderException();
        }
    }

    /**
     * A message of any form, alone in its transaction but for its business row.
     *
     * @param body the bytes that must arrive
     */
    @Transactional
    public String accept(TaskMessage message, byte[] body) {
        String taskId = tasks.accept(message).taskId();
        table.insert(taskId, taskId, hash(body));
        return taskId;
    }

    private static String hash(String body) {
        return hash(body.getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(byte[] body) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(body);
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
