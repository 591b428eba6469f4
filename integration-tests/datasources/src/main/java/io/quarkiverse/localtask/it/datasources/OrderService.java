package io.quarkiverse.localtask.it.datasources;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.LocalTaskMessage;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;

@ApplicationScoped
@Transactional
class OrderService {

    private final LocalTasks tasks;

    OrderService(LocalTasks tasks) {
        this.tasks = tasks;
    }

    @LocalTaskMessage(destination = "erp", name = "order", id = "id")
    public PurchaseOrder place(PurchaseOrder order) {
        order.persist();
        return order;
    }

    public PurchaseOrder placeAndFail(PurchaseOrder order) {
        order.persist();
        tasks.accept(TaskMessage.to("erp").id("erp:refused:" + order.id).payload(order).build());
        throw new OrderRejectedException("no credit for order " + order.id);
    }
}
