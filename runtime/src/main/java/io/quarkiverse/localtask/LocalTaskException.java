package io.quarkiverse.localtask;

/**
 * The task table could not be read or written. Thrown inside a transaction it marks nothing by itself: as any unchecked
 * exception it rolls a {@code @Transactional} method back. The cause is the database's own exception, so that a retryable
 * one (deadlock, serialization failure) is recognised as such.
 */
public class LocalTaskException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LocalTaskException(String message) {
        super(message);
    }

    public LocalTaskException(String message, Throwable cause) {
        super(message, cause);
    }
}
