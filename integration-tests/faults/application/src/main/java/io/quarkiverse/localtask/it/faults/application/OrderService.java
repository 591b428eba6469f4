package io.quarkiverse.localtask.it.faults.application;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

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
     * @param tasksEach how many tasks each destination gets
     * @param hold how long the transaction stays open after its last statement
     * @param refused whether it is rolled back then
     */
    @Transactional
    public void place(String id, String body, List<String> destinations, int tasksEach, Duration hold, boolean refused) {
        List<TaskMessage> messages = destinations.stream()
                .flatMap(destination -> IntStream.range(0, tasksEach)
                        .mapToObj(i -> message(id + ":" + destination + (i == 0 ? "" : ":" + i), destination, body)))
                .toList();
        table.insert(id, String.join(",", messages.stream().map(TaskMessage::id).toList()), hash(body));
        tasks.accept(messages);
        if (!hold.isZero()) {
            LockSupport.parkNanos(hold.toNanos());
        }
        if (refused) {
            throw new RefusedOrderException();
        }
    }

    private static TaskMessage message(String taskId, String destination, String body) {
        return TaskMessage.to(destination).id(taskId).name("order").payload(body).build();
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
