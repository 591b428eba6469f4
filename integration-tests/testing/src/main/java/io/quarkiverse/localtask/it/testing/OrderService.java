package io.quarkiverse.localtask.it.testing;

import java.time.Duration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;

// tag::service[]
@ApplicationScoped
@Transactional
public class OrderService {

    private final LocalTasks tasks;

    OrderService(LocalTasks tasks) {
        this.tasks = tasks;
    }

    @LocalTaskMessage(destination = "erp", name = "order", id = "id")
    public Order place(Order order) {
        return order;
    }

    public void remind(Order order) {
        tasks.accept(TaskMessage.to("erp").id("reminder:" + order.id()).payload("pay!").delay(Duration.ofDays(14)).build());
    }

    public void ship(Order order) {
        tasks.accept(TaskMessage.http(order.callback()).id("shipped:" + order.id()).payload(order).build());
        if (order.quantity() > 100) {
            throw new IllegalArgumentException("we do not have so many");
        }
    }
}
// end::service[]
