package io.quarkiverse.localtask.runtime.management;

/** What is asked for does not exist. */
final class NotThereException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotThereException(String message) {
        super(message);
    }
}
