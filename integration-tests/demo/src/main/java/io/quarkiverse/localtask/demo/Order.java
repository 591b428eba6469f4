package io.quarkiverse.localtask.demo;

/** An order, as it is stored, and as partner and broker get it. */
public record Order(String id, String item, int quantity) {
}
