package io.quarkiverse.localtask.runtime.store;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;

import io.quarkiverse.localtask.TaskStatus;

/**
 * The place of a row in the order in which tasks are listed.
 *
 * @param status whose tasks are being listed
 * @param destination the row's
 * @param house the row's
 * @param due the row's
 * @param id the row's
 */
public record ListKey(TaskStatus status, String destination, int house, Instant due, long id) {

    private static final String SEPARATOR = "\n";

    /** @return as a text without a meaning for anybody else */
    public String encode() {
        String text = String.join(SEPARATOR, Integer.toString(status.code()), Integer.toString(house),
                Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, due)), Long.toString(id), destination);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** @throws IllegalArgumentException if it is no such text */
    public static ListKey decode(String text) {
        try {
            String[] parts = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split(SEPARATOR, 5);
            return new ListKey(TaskStatus.of(Integer.parseInt(parts[0])), parts[4], Integer.parseInt(parts[1]),
                    Instant.EPOCH.plus(Long.parseLong(parts[2]), ChronoUnit.MICROS), Long.parseLong(parts[3]));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("'" + text + "' is no place in a list of tasks: give what TaskPage.next() says");
        }
    }
}
