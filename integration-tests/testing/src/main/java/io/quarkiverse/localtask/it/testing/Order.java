package io.quarkiverse.localtask.it.testing;

import java.net.URI;

/**
 * An order.
 *
 * @param id its number
 * @param quantity how many
 * @param callback whom to tell when it is on its way, or {@code null}
 */
public record Order(String id, int quantity, URI callback) {
}
