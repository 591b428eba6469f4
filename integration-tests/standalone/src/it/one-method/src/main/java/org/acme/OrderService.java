package org.acme;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

import io.quarkiverse.localtask.LocalTaskMessage;

@ApplicationScoped
public class OrderService {

    public record Order(String id, int quantity) {
    }

    @Transactional
    @LocalTaskMessage(destination = "erp")
    public Order place(String id, int quantity) {
        return new Order(id, quantity);
    }
}
