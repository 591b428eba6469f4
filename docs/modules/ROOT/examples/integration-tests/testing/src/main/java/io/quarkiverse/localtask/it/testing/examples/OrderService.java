package io.quarkiverse.localtask.it.testing.examples;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.LocalTaskMessage;

// tag::service[]
@ApplicationScoped
public class OrderService {

    @Inject
    EntityManager entityManager;

    @Transactional
    @LocalTaskMessage(destination = "erp", name = "order", id = "id")
    public Order place(Order order) {
        entityManager.persist(order);
        return order;
    }
}
// end::service[]
