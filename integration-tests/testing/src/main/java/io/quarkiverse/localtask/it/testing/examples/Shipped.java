package io.quarkiverse.localtask.it.testing.examples;

/**
 * An order has left the house.
 *
 * @param orderId which one
 */
public record Shipped(long orderId) {
}
