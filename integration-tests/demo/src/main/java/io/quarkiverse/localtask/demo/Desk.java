package io.quarkiverse.localtask.demo;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.ApplicationScoped;

/** Takes orders, from the scene and from the page, and says how each one ended. */
@ApplicationScoped
class Desk {

    private static final List<String> ITEMS = List.of("teapot", "lantern", "kite", "abacus", "ink stone", "paper fan");

    private final OrderService service;
    private final Story story;
    private final AtomicInteger number = new AtomicInteger();
    private final AtomicInteger committed = new AtomicInteger();
    private final Queue<String> rolledBack = new ConcurrentLinkedQueue<>();

    Desk(OrderService service, Story story) {
        this.service = service;
        this.story = story;
    }

    void place() {
        Order order = next();
        long start = System.nanoTime();
        service.place(order);
        committed.incrementAndGet();
        story.committed(order, System.nanoTime() - start);
    }

    void placeAndFail() {
        Order order = next();
        try {
            service.placeAndFail(order);
        } catch (OrderService.NoCreditException e) {
            rolledBack.add(order.id());
            story.rolledBack(order, "no credit. Its tasks are gone with it");
        }
    }

    int committed() {
        return committed.get();
    }

    /** @return the ids of the orders that were rolled back */
    List<String> rolledBack() {
        return List.copyOf(rolledBack);
    }

    private Order next() {
        int n = number.incrementAndGet();
        return new Order(Integer.toString(n), ITEMS.get(n % ITEMS.size()), 1 + n % 5);
    }
}
