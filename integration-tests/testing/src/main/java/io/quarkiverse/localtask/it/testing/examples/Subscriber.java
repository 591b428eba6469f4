package io.quarkiverse.localtask.it.testing.examples;

/**
 * Somebody who wants to hear of orders.
 *
 * @param callback their URL
 */
public record Subscriber(String callback) {
}
