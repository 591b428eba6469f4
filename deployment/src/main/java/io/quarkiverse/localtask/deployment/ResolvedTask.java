package io.quarkiverse.localtask.deployment;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * What one annotation sends, with everything found.
 *
 * @param value where the object is found
 * @param payload how it becomes a message, or {@code null}: it is one, or a collection of them
 * @param failOnDuplicate whether an id that is already in the table is an error
 */
record ResolvedTask(TaskMethodPath value, Payload payload, boolean failOnDuplicate) {

    Stream<TaskMethodPath> paths() {
        return payload == null || payload.id() == null ? Stream.of(value) : Stream.of(value, payload.id());
    }

    /**
     * @param destination the destination's name
     * @param name the task's name
     * @param delay how long after the INSERT it becomes due, or {@code null}
     * @param id where the business key is found, or {@code null}
     */
    record Payload(String destination, String name, Duration delay, TaskMethodPath id) {
    }
}
