package io.quarkiverse.localtask.it.testing.examples;

/**
 * What subscribers are told.
 *
 * @param orderId the order that is new
 */
public record OrderCreated(long orderId) {
}
