package io.quarkiverse.localtask.it.rabbitmq;

/**
 * An order.
 *
 * @param id its number
 */
public record Order(String id) {
}
