package io.quarkiverse.localtask.it.orders;

/**
 * What the customer owes for an order. Only an annotated method names this type: no endpoint makes it known to a native
 * executable.
 */
public record Invoice(String orderId, int amount) {
}
