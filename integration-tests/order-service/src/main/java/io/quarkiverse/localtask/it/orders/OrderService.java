package io.quarkiverse.localtask.it.orders;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskReceipt;

/** Every way to place an order: the row and the message live, or die, together. */
@ApplicationScoped
@Transactional
class OrderService {

    private final OrderTable table;
    private final LocalTasks tasks;

    OrderService(OrderTable table, LocalTasks tasks) {
        this.table = table;
        this.tasks = tasks;
    }

    /** The result becomes the payload. */
    @LocalTaskMessage(destination = "erp", name = "order", id = "id")
    public Order place(Order order) {
        table.insert(order);
        return order;
    }

    /** The task is written, and then the business changes its mind. */
    public Order placeAndFail(Order order) {
        table.insert(order);
        tasks.accept(message(order).build());
        throw new OrderRejectedException("no credit for order " + order.id());
    }

    /** The message is the result, and says more than the annotation can. */
    @LocalTaskMessage
    public TaskMessage placeInHouse(Order order, int house) {
        table.insert(order);
        return message(order).houseNumber(house).build();
    }

    /** The order's id alone is the task id. */
    @LocalTaskMessage
    public TaskMessage placePlain(Order order) {
        table.insert(order);
        return TaskMessage.to("erp").id(order.id()).payload(order).build();
    }

    public TaskReceipt placeLater(Order order, Duration delay) {
        table.insert(order);
        return tasks.accept(message(order).delay(delay).build());
    }

    /** Goes to a destination that the build need not know. */
    public TaskReceipt placeTo(Order order, String destination) {
        table.insert(order);
        return tasks.accept(message(order, destination).build());
    }

    public List<TaskReceipt> placeAll(List<Order> orders) {
        orders.forEach(table::insert);
        return tasks.accept(orders.stream().map(order -> message(order).build()).toList());
    }

    /** Goes to the broker. */
    @LocalTaskMessage(destination = "invoices", name = "invoice", id = "orderId")
    public Invoice bill(Order order) {
        table.insert(order);
        return new Invoice(order.id(), order.quantity() * 2);
    }

    /** Goes to a URL that no configuration names. */
    public TaskReceipt placeFor(Order order, URI subscriber) {
        table.insert(order);
        return tasks.accept(TaskMessage.http(subscriber).id("subscriber:order:" + order.id()).payload(order).build());
    }

    /** Goes to the application's own channel. */
    @LocalTaskMessage(destination = "archive", name = "order", id = "id", from = "order")
    public void archive(Order order) {
        table.insert(order);
    }

    /** Goes to the channel that kills the process. */
    @LocalTaskMessage(destination = "poison", name = "order", id = "id")
    public Order placePoison(Order order) {
        table.insert(order);
        return order;
    }

    private static TaskMessage.Builder message(Order order) {
        return message(order, "erp");
    }

    private static TaskMessage.Builder message(Order order, String destination) {
        return TaskMessage.to(destination).id("erp:order:" + order.id()).name("order").payload(order);
    }
}
