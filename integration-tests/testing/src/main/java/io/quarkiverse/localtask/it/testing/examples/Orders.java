package io.quarkiverse.localtask.it.testing.examples;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;

/** The table of orders. */
@ApplicationScoped
public class Orders {

    @Inject
    EntityManager entityManager;

    void insert(Order order) {
        entityManager.persist(order);
    }
}
