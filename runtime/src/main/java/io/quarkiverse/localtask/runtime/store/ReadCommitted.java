package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * READ COMMITTED for one piece of work where connections begin stricter: there a claim or a write fails when it meets a row
 * that
 * somebody has just changed, instead of looking at it again.
 * <p>
 * PostgreSQL is told for one transaction only. Behind a pooler that gives out a server's session per transaction, what is set
 * for the session stays with whoever gets that session next, and what would restore it may reach another one.
 */
final class ReadCommitted {

    private static final int UNKNOWN = -1;
    private static final String FOR_THIS_TRANSACTION = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

    /* The same for every connection of a pool. Asking costs a round trip (PostgreSQL), so the first connection is asked. */
    private volatile int configured = UNKNOWN;
    private volatile boolean perTransaction;

    /**
     * @param connection in auto-commit mode
     * @return whether a transaction is open now, which is to be committed after the work
     */
    boolean begin(Connection connection) throws SQLException {
        if (configured == UNKNOWN) {
            perTransaction = connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
            configured = connection.getTransactionIsolation();
        }
        if (!isStricter()) {
            return false;
        }
        if (perTransaction) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute(FOR_THIS_TRANSACTION);
            }
            return true;
        }
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        return false;
    }

    /** @param connection without an open transaction */
    void end(Connection connection) throws SQLException {
        if (isStricter() && !perTransaction) {
            connection.setTransactionIsolation(configured);
        }
    }

    private boolean isStricter() {
        return configured > Connection.TRANSACTION_READ_COMMITTED;
    }
}
