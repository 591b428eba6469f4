package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@OnEveryDatabase
class BackgroundWorkUsesFewConnectionsTest {

    @Parameter
    TestDatabase database;

    /** A pool of one connection, which outlives its users. */
    Connection pooled;
    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger mostOpen = new AtomicInteger();
    Database background;

    @BeforeEach
    void connect() throws SQLException {
        pooled = database.empty().getConnection();
        background = new Database(pool(), 1, Duration.ofSeconds(20));
    }

    @AfterEach
    void everyConnectionCameBack() throws SQLException {
        assertThat(open).hasValue(0);
        pooled.close();
    }

    @Test
    void oneAtATime() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> run(connection -> {
            inside.countDown();
            leave.await();
        }));
        inside.await();
        List<CompletableFuture<Void>> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            others.add(CompletableFuture.runAsync(() -> run(connection -> {
            })));
        }
        assertThat(others).noneMatch(CompletableFuture::isDone);
        leave.countDown();
        first.get();
        await().atMost(Duration.ofSeconds(10)).until(() -> others.stream().allMatch(CompletableFuture::isDone));
        assertThat(mostOpen).hasValue(1);
    }

    @Test
    void connectionIsInAutoCommitModeAtReadCommittedAndComesBackAsItWas() throws Exception {
        pooled.setAutoCommit(false);
        for (int i = 0; i < 2; i++) {
            run(connection -> {
                assertThat(connection.getAutoCommit()).isTrue();
                assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            });
            assertThat(pooled.getAutoCommit()).isFalse();
        }
    }

    @Test
    void stricterConnectionIsAtReadCommittedAndComesBackAsItWas() throws Exception {
        pooled.createStatement().execute("CREATE TABLE done (what varchar(20))");
        pooled.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        pooled.setAutoCommit(false);
        for (int i = 0; i < 2; i++) {
            run(connection -> {
                assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
                connection.createStatement().execute("INSERT INTO done VALUES ('one statement')");
            });
            run(connection -> JdbcTaskStore.inTransaction(connection, transaction -> {
                assertThat(transaction.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
                return transaction.createStatement().execute("INSERT INTO done VALUES ('a transaction')");
            }));
            assertThat(pooled.getAutoCommit()).isFalse();
            assertThat(pooled.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            pooled.rollback();
        }
        try (ResultSet rows = pooled.createStatement().executeQuery("SELECT count(*) FROM done")) {
            rows.next();
            assertThat(rows.getInt(1)).as("committed").isEqualTo(4);
        }
        pooled.rollback();
    }

    /** A pooler may give the session to somebody else after any transaction. */
    @Test
    void postgresqlsSessionIsNotToldOfTheIsolation() throws Exception {
        assumeThat(database).isEqualTo(TestDatabase.POSTGRESQL);
        pooled.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        run(connection -> {
            assertThat(sessionsIsolation()).isEqualTo("serializable");
            connection.commit();
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        });
        assertThat(sessionsIsolation()).isEqualTo("serializable");
    }

    private String sessionsIsolation() throws SQLException {
        try (ResultSet row = pooled.createStatement().executeQuery("SHOW default_transaction_isolation")) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void failedWorkGivesItsConnectionBackWithoutATransaction() throws Exception {
        assertThatExceptionOfType(SQLException.class).isThrownBy(() -> background.background(connection -> {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT * FROM no_such_table");
            }
            return null;
        }));
        assertThat(open).hasValue(0);
        assertThat(pooled.getAutoCommit()).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> background.background(connection -> {
            throw new IllegalStateException();
        }));
        run(connection -> assertThat(connection.isValid(1)).isTrue());
    }

    @Test
    void missingConnectionIsATransientErrorAndFreesThePermit() {
        Database unreachable = new Database(TestDatabase.unreachable("no more"), 1, Duration.ofSeconds(20));
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(SQLTransientConnectionException.class)
                    .isThrownBy(() -> unreachable.background(connection -> null)).withMessageContaining("no more");
        }
    }

    @Test
    void interruptedWaitIsATransientErrorAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(SQLTransientConnectionException.class)
                .isThrownBy(() -> background.background(connection -> null));
        assertThat(Thread.interrupted()).isTrue();
    }

    private void run(Work work) {
        try {
            background.background(connection -> {
                try {
                    work.run(connection);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return null;
            });
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Work {
        void run(Connection connection) throws SQLException, InterruptedException;
    }

    private DataSource pool() {
        return (DataSource) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { DataSource.class },
                (proxy, method, args) -> {
                    mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
                    return lease();
                });
    }

    private Connection lease() {
        return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
                (proxy, method, args) -> {
                    if (method.getName().equals("close")) {
                        open.decrementAndGet();
                        return null;
                    }
                    try {
                        return method.invoke(pooled, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
