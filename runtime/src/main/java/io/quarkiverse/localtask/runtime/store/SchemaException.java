package io.quarkiverse.localtask.runtime.store;

import io.quarkiverse.localtask.LocalTaskException;

/** The task table, or its entry in the meta table, is not what it must be; the message names everything, and the remedy. */
public class SchemaException extends LocalTaskException {

    private static final long serialVersionUID = 1L;

    public SchemaException(String message, Throwable cause) {
        super(message, cause);
    }
}
