package io.quarkiverse.localtask.demo;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;

/** The business. Each order is three rows in one transaction: the order, a task for the partner, a task for the broker. */
@ApplicationScoped
@Transactional
class OrderService {

    private final OrderTable table;
    private final LocalTasks tasks;

    OrderService(OrderTable table, LocalTasks tasks) {
        this.table = table;
        this.tasks = tasks;
    }

    /** The annotation writes the partner's task, {@code accept} the broker's. */
    @LocalTaskMessage(destination = "erp", name = "order", id = "id")
    public Order place(Order order) {
        table.insert(order);
        tasks.accept(event(order));
        return order;
    }

    /** All three rows are written, and then the business changes its mind. */
    public void placeAndFail(Order order) {
        table.insert(order);
        tasks.accept(event(order));
        tasks.accept(TaskMessage.to("erp").id("erp:order:" + order.id()).name("order").payload(order).build());
        throw new NoCreditException(order);
    }

    private static TaskMessage event(Order order) {
        return TaskMessage.to("events").id("events:order:" + order.id()).name("order placed").payload(order).build();
    }

    static class NoCreditException extends RuntimeException {
        NoCreditException(Order order) {
            super("no credit for order " + order.id());
        }
    }
}
