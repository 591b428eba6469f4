package io.quarkiverse.localtask.it.testing.examples;

import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

/** The other side. */
@Path("/")
public class Erp {

    @Inject
    EntityManager entityManager;

    // tag::receive[]
    @POST
    @Path("/orders")
    @Transactional
    public void receive(@HeaderParam("Idempotency-Key") String key, Order order) {
        int inserted = entityManager.createNativeQuery(
                "INSERT INTO received_message (idempotency_key) VALUES (?1) ON CONFLICT DO NOTHING")
                .setParameter(1, key)
                .executeUpdate();
        if (inserted == 0) {
            return; // a repeat: the sender only wants to hear a 2xx
        }
        work(order);
    }
    // end::receive[]

    private void work(Order order) {
        entityManager.persist(order);
    }
}
