package io.quarkiverse.localtask.it.datasources;

/** The business says no, after it has written: the transaction rolls back. */
class OrderRejectedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OrderRejectedException(String message) {
        super(message);
    }
}
