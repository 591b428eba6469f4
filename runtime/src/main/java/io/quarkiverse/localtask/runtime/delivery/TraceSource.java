package io.quarkiverse.localtask.runtime.delivery;

/** Knows the trace that the calling thread is in. */
public interface TraceSource {

    /** There are no traces. */
    TraceSource NONE = () -> null;

    /**
     * @return a text of at most {@link #MAX_LENGTH} characters to store with what is done now, or {@code null}: it is in no
     *         trace
     */
    String current();

    /** Width of the column {@code trace_context}. */
    int MAX_LENGTH = 512;
}
