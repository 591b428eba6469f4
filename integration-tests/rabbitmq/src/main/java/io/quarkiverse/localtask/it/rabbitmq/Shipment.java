package io.quarkiverse.localtask.it.rabbitmq;

/**
 * An order on its way.
 *
 * @param orderId which one
 */
public record Shipment(String orderId) {
}
