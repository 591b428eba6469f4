package io.quarkiverse.localtask.it.faults.application;

/** The business changes its mind: the transaction is rolled back. */
class RefusedOrderException extends RuntimeException {

    private static final long serialVersionUID = 1;
}
