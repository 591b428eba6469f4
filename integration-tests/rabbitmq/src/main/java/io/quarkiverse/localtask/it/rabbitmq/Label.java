package io.quarkiverse.localtask.it.rabbitmq;

/**
 * What is stuck on a parcel.
 *
 * @param orderId the order in it
 */
public record Label(String orderId) {
}
