package io.quarkiverse.localtask.it.benchmark.peers;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import com.gruelbox.transactionoutbox.NoTransactionActiveException;
import com.gruelbox.transactionoutbox.ThreadLocalContextTransactionManager;
import com.gruelbox.transactionoutbox.ThrowingTransactionalSupplier;
import com.gruelbox.transactionoutbox.Transaction;

/** Transactions for gruelbox: its own ones over the pool, and those of callers, that it takes part in. */
final class GruelboxTransactions implements ThreadLocalContextTransactionManager {

    private final DataSource pool;
    private final ThreadLocal<Joined> current = new ThreadLocal<>();

    GruelboxTransactions(DataSource pool) {
        this.pool = pool;
    }

    /**
     * Lets the outbox take part in a transaction that the caller commits.
     *
     * @return what the outbox wants to run after that
     */
    Runnable join(Connection connection, Runnable work) throws SQLException {
        Joined transaction = new Joined(connection);
        current.set(transaction);
        try {
            work.run();
            transaction.executeBatches();
        } finally {
            current.remove();
        }
        return transaction::afterCommit;
    }

    @Override
    public <T, E extends Exception> T inTransactionReturnsThrows(ThrowingTransactionalSupplier<T, E> work) throws E {
        Joined transaction;
        T result;
        // the pool rolls back what is not committed
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            transaction = new Joined(connection);
            current.set(transaction);
            result = work.doWork(transaction);
            transaction.executeBatches();
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } finally {
            current.remove();
        }
        transaction.afterCommit();
        return result;
    }

    @Override
    public <T, E extends Exception> T requireTransactionReturns(ThrowingTransactionalSupplier<T, E> work)
            throws E, NoTransactionActiveException {
        Joined transaction = current.get();
        if (transaction == null) {
            throw new NoTransactionActiveException();
        }
        return work.doWork(transaction);
    }

    /** A transaction as the outbox sees it: its inserts are collected, and written at the end in one batch. */
    private static final class Joined implements Transaction {

        private final Connection connection;
        private final Map<String, PreparedStatement> batches = new HashMap<>();
        private final List<Runnable> hooks = new ArrayList<>();

        Joined(Connection connection) {
            this.connection = connection;
        }

        @Override
        public Connection connection() {
            return connection;
        }

        @Override
        public PreparedStatement prepareBatchStatement(String sql) {
            return batches.computeIfAbsent(sql, this::prepare);
        }

        private PreparedStatement prepare(String sql) {
            try {
                return connection.prepareStatement(sql);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void addPostCommitHook(Runnable hook) {
            hooks.add(hook);
        }

        void executeBatches() throws SQLException {
            for (PreparedStatement batch : batches.values()) {
                batch.executeBatch();
                batch.close();
            }
        }

        void afterCommit() {
            hooks.forEach(Runnable::run);
        }
    }
}
