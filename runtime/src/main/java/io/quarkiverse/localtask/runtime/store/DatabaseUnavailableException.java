package io.quarkiverse.localtask.runtime.store;

import io.quarkiverse.localtask.LocalTaskException;

/** The database could not be asked; nothing is known about the task table. Try again later. */
public class DatabaseUnavailableException extends LocalTaskException {

    private static final long serialVersionUID = 1L;

    public DatabaseUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
