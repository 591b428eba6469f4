package io.quarkiverse.localtask.it.testing.examples;

import io.quarkiverse.localtask.TaskMessage;

/**
 * A request that brings its message along.
 *
 * @param order what to place
 * @param message what to send
 */
public record PlaceOrder(Order order, TaskMessage message) {
}
