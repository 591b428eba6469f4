package io.quarkiverse.localtask.runtime.store;

/**
 * What of a row is sent.
 *
 * @param payload the column
 * @param contentType the column
 * @param notifyConfig the column, see {@link NotifyConfig}
 */
public record Parcel(String payload, String contentType, String notifyConfig) {
}
