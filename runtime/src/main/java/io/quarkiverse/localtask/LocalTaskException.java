package io.quarkiverse.localtask;

/**
 * The task table could not be read or written. As any unchecked exception it rolls a {@code @Transactional} method back; where
 * it is caught, the commit fails, since the database may have undone what was written before. The cause is the database's own
 * exception, so that a retryable one (deadlock, serialization failure) is recognised as such.
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
