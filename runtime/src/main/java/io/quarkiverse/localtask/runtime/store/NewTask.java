package io.quarkiverse.localtask.runtime.store;

import java.time.Duration;
import java.time.Instant;

/**
 * A row to insert.
 *
 * @param taskId unique
 * @param name the task's name
 * @param channel the destination's channel, for people
 * @param destination the destination's name
 * @param notifyConfig the message's own headers and payload encoding as JSON, or {@code null}; never a secret
 * @param payload the payload as text
 * @param contentType never {@code null}
 * @param houseNumber the slice of the table
 * @param delay due that long after the INSERT, or {@code null}
 * @param notBefore due then, or {@code null}
 * @param traceContext the trace in which it is accepted, or {@code null}
 * @param generatedId whether the id is one that nobody else can have; else it may be in the table already
 */
public record NewTask(String taskId, String name, String channel, String destination, String notifyConfig, String payload,
        String contentType, int houseNumber, Duration delay, Instant notBefore,
        String traceContext, boolean generatedId) {

    /** @return whether the row is born SCHEDULED; else it is born PENDING, leased to its instance for the grace */
    public boolean isScheduled() {
        return delay != null || notBefore != null;
    }
}
