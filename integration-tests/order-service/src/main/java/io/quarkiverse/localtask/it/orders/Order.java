package io.quarkiverse.localtask.it.orders;

/** An order, as the client sends it, and as the partner gets it. */
public record Order(String id, String item, int quantity) {
}
