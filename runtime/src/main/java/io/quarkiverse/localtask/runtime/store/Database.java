package io.quarkiverse.localtask.runtime.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

import javax.sql.DataSource;

/**
 * The datasource as background work uses it: never more than a given number of connections at a time, first come first served,
 * each at READ COMMITTED, and none for longer than a timeout.
 * <p>
 * It must not be used on a thread that has a JTA transaction: the connection would be that transaction's own.
 */
public final class Database {

    private static final String CONNECTION_FAILURE = "08001";

    private final DataSource dataSource;
    private final Semaphore permits;
    private final Semaphore inTurn;
    private final int timeoutMillis;
    private final Consumer<SQLException> onError;
    private final ReadCommitted isolation = new ReadCommitted();

    /**
     * @param permits how many connections at a time, at least 1
     * @param timeout how long one answer of the database may take; rounded up to milliseconds
     */
    public Database(DataSource dataSource, int permits, Duration timeout) {
        this(dataSource, permits, timeout, error -> {
        });
    }

    /** @param onError hears of each error of the work before who asked for it does; must not block or throw */
    public Database(DataSource dataSource, int permits, Duration timeout, Consumer<SQLException> onError) {
        if (permits < 1 || timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("permits must be at least 1 and timeout positive: " + permits + ", " + timeout);
        }
        this.dataSource = dataSource;
        this.onError = onError;
        this.permits = new Semaphore(permits, true);
        this.inTurn = new Semaphore(permits, true);
        this.timeoutMillis = (int) Math.min(Integer.MAX_VALUE, timeout.plusNanos(999_999).toMillis());
    }

    /**
     * The same for work of which many may want a connection at the same time. They line up before the others' queue, so that
     * who
     * writes outcomes does not stand behind all of them.
     */
    public <T> T inTurn(SqlFunction<Connection, T> work) throws SQLException {
        acquire(inTurn);
        try {
            return background(work);
        } finally {
            inTurn.release();
        }
    }

    /**
     * Runs work on a connection of its own. Waits for a permit, which whoever has it returns within the timeout per statement.
     * What it did is committed when it returns. It may end a transaction and begin others, if it leaves the connection in
     * auto-commit mode then; the isolation is for the first one.
     *
     * @throws SQLTransientConnectionException if there is no connection to be had, or the thread is interrupted while waiting
     * @throws SQLException as thrown by the work
     */
    public <T> T background(SqlFunction<Connection, T> work) throws SQLException {
        return onItsOwn(connection -> atReadCommitted(connection, work));
    }

    /** The same in auto-commit mode and with the isolation that connections have: for DDL, and for statements that may fail. */
    <T> T inAutoCommit(SqlFunction<Connection, T> work) throws SQLException {
        return onItsOwn(work);
    }

    private <T> T onItsOwn(SqlFunction<Connection, T> work) throws SQLException {
        acquire(permits);
        try (Connection connection = connect()) {
            return run(connection, work);
        } catch (SQLException e) {
            onError.accept(e);
            throw e;
        } finally {
            permits.release();
        }
    }

    private static void acquire(Semaphore permits) throws SQLException {
        try {
            permits.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLTransientConnectionException("Interrupted while waiting for a database connection",
                    CONNECTION_FAILURE, e);
        }
    }

    private Connection connect() throws SQLException {
        try {
            return dataSource.getConnection();
        } catch (SQLException e) {
            throw new SQLTransientConnectionException("No database connection: " + e.getMessage(),
                    e.getSQLState() == null ? CONNECTION_FAILURE : e.getSQLState(), e.getErrorCode(), e);
        }
    }

    private <T> T run(Connection connection, SqlFunction<Connection, T> work) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        int timeout = connection.getNetworkTimeout();
        try {
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            // The one timeout that both drivers know, that costs no round trip and no second connection to cancel by, and that
            // also ends the wait for a server that is gone. Its price: the connection is lost with the statement. In-process H2
            // ignores it; there only its own lock timeout (2 s by default) can be waited for.
            connection.setNetworkTimeout(Runnable::run, timeoutMillis);
            return work.apply(connection);
        } finally {
            giveBack(connection, autoCommit, timeout);
        }
    }

    private <T> T atReadCommitted(Connection connection, SqlFunction<Connection, T> work) throws SQLException {
        boolean transaction = isolation.begin(connection);
        T result = work.apply(connection);
        if (transaction && !connection.getAutoCommit()) {
            connection.commit();
        }
        return result;
    }

    /** Work on a caller's connection: in his transaction, or, where it is in auto-commit mode, in one for this work alone. */
    public static <T> T inOneTransaction(Connection connection, SqlFunction<Connection, T> work) throws SQLException {
        if (!connection.getAutoCommit()) {
            return work.apply(connection);
        }
        boolean committed = false;
        connection.setAutoCommit(false);
        try {
            T result = work.apply(connection);
            connection.commit();
            committed = true;
            return result;
        } finally {
            try {
                if (!committed) {
                    connection.rollback();
                }
                connection.setAutoCommit(true);
            } catch (SQLException broken) {
                abandon(connection);
            }
        }
    }

    /* A connection that is broken by now cannot be put in order: the pool finds out, and the work's own error is the news. */
    private void giveBack(Connection connection, boolean autoCommit, int timeout) {
        try {
            if (!connection.getAutoCommit()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
            isolation.end(connection);
            if (!autoCommit) {
                connection.setAutoCommit(false);
            }
            connection.setNetworkTimeout(Runnable::run, timeout);
        } catch (SQLException broken) {
            abandon(connection);
        }
    }

    private static void abandon(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException alreadyClosed) {
            // Nothing is left to do: closing it, which follows, tells the pool.
        }
    }
}
