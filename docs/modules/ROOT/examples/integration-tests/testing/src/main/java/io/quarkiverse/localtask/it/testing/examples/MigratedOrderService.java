package io.quarkiverse.localtask.it.testing.examples;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.LocalTaskMessage;

/** A service that comes from Spring. */
@ApplicationScoped
public class MigratedOrderService {

    @Inject
    Orders orders;

    // tag::from-request[]
    @Transactional
    @LocalTaskMessage(from = "request.message")
    public void place(PlaceOrder request) {
        orders.insert(request.order());
    }
    // end::from-request[]

    // tag::from-result[]
    @Transactional
    @LocalTaskMessage(destination = "erp", name = "order", id = "id")
    public Order place(Order order) {
        orders.insert(order);
        return order;
    }
    // end::from-result[]
}
