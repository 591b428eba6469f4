package io.quarkiverse.localtask.runtime.delivery;

/**
 * Where a task comes from.
 *
 * @param acceptedAt when it was accepted, by this instance's {@link System#nanoTime()}
 * @param traceContext the trace in which that happened (see {@link TraceSource}), or {@code null}
 */
public record Origin(long acceptedAt, String traceContext) {
}
