package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import java.util.stream.IntStream;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/**
 * As in a multi-master cluster, the loser of a conflict hears of it at its commit: ours is repeated, the caller's is undone.
 */
class ConflictAtCommitTest {

    private static final int TASKS = 60;

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(ConflictAtCommitTest.class, Map.of(
            "quarkus.datasource.jdbc.driver", ConflictingDriver.class.getName(),
            "grace", "60s", "lease", "60s", "outcome.max-batch", "10"), ConflictingDriver.class);

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void ofClaimsAndOutcomesLosesNothingAndBurnsNoAttempt() {
        channel.answer(delivery -> delivery.attempt() < 3 ? Outcome.failed("again") : Outcome.succeeded());
        ConflictingDriver.every = 3;
        try {
            work.acceptAll(IntStream.range(0, TASKS).mapToObj(i -> Work.message("task-" + i)).toList());
            Awaitility.await().atMost(Duration.ofSeconds(60))
                    .until(() -> work.count("status = 2 AND task_id LIKE 'task-%'") == TASKS);
        } finally {
            ConflictingDriver.every = 0;
        }
        assertThat(ConflictingDriver.conflicts).hasValueGreaterThan(3);
        assertThat(work.count("attempts = 3 AND task_id LIKE 'task-%'")).isEqualTo(TASKS);
        for (int i = 0; i < TASKS; i++) {
            assertThat(channel.received("task-" + i)).extracting(delivery -> delivery.attempt()).containsExactly(1, 2, 3);
        }
    }

    @Test
    void ofTheCallersTransactionSendsNothing() {
        channel.answer(delivery -> Outcome.succeeded());
        ConflictingDriver.callersToo = true;
        try {
            assertThatThrownBy(() -> work.accept("lost")).isInstanceOf(Exception.class);
        } finally {
            ConflictingDriver.callersToo = false;
        }
        assertThat(work.status("lost")).isNull();
        work.accept("afterwards");
        work.awaitStatus("afterwards", TaskStatus.SUCCEEDED);
        assertThat(channel.received("lost")).isEmpty();
    }

    /* MariaDB rolls the whole transaction back, and the connection goes on in a new one. */
    @Test
    void ofAnInsertUndoesTheWholeTransactionAlsoWhereTheErrorIsCaught() {
        channel.answer(delivery -> Outcome.succeeded());
        assertThatThrownBy(() -> work.acceptAndRun("undone", () -> {
            ConflictingDriver.insertsToo = true;
            try {
                assertThatThrownBy(() -> tasks.accept(Work.message("refused"))).isInstanceOf(LocalTaskException.class);
            } finally {
                ConflictingDriver.insertsToo = false;
            }
            tasks.accept(Work.message("too-late"));
        })).hasStackTraceContaining("An earlier call of LocalTasks failed in this transaction");
        work.accept("next");
        work.awaitStatus("next", TaskStatus.SUCCEEDED);
        assertThat(channel.received("undone")).isEmpty();
        assertThat(channel.received("too-late")).isEmpty();
        assertThat(work.status("undone")).isNull();
        assertThat(work.status("too-late")).isNull();
    }

    /**
     * The driver of the database, with conflicts: at {@code commit()}, and where a statement commits itself, at its execution.
     */
    public static class ConflictingDriver implements Driver {

        static volatile int every;
        static volatile boolean callersToo;
        static volatile boolean insertsToo;
        static final AtomicInteger commits = new AtomicInteger();
        static final AtomicInteger conflicts = new AtomicInteger();

        private final Driver driver = TestDatabase.driver();

        @Override
        public Connection connect(String url, Properties info) throws SQLException {
            Connection connection = driver.connect(url, info);
            return proxy(Connection.class, (proxy, method, arguments) -> {
                if (method.getName().equals("commit")) {
                    try {
                        conflict();
                    } catch (SQLException e) {
                        connection.rollback();
                        throw e;
                    }
                }
                Object result = invoke(connection, method, arguments);
                if (result instanceof PreparedStatement statement
                        && String.valueOf(arguments[0]).contains("INSERT INTO local_task_message")) {
                    return inserting(connection, statement);
                }
                if (result instanceof PreparedStatement statement
                        && String.valueOf(arguments[0]).matches("(?s).*UPDATE\\s.*")) {
                    return selfCommitting(connection, statement);
                }
                return result;
            });
        }

        private static Statement selfCommitting(Connection connection, PreparedStatement statement) {
            return proxy(PreparedStatement.class, (proxy, method, arguments) -> {
                if (method.getName().startsWith("execute") && connection.getAutoCommit()) {
                    conflict();
                }
                return invoke(statement, method, arguments);
            });
        }

        private static Statement inserting(Connection connection, PreparedStatement statement) {
            return proxy(PreparedStatement.class, (proxy, method, arguments) -> {
                if (method.getName().startsWith("execute") && insertsToo) {
                    connection.rollback();
                    throw new SQLException("Deadlock found when trying to get lock; try restarting transaction", "40001", 1213);
                }
                return invoke(statement, method, arguments);
            });
        }

        private static void conflict() throws SQLException {
            boolean ours = Thread.currentThread().getName().startsWith("local-task-");
            if (ours && every > 0 && commits.incrementAndGet() % every == 0 || !ours && callersToo) {
                throw conflicts.incrementAndGet() % 3 == 0
                        ? new SQLException("WSREP has not yet prepared node for application use", "08S01", 1047)
                        : new SQLException("Deadlock found when trying to get lock; try restarting transaction", "40001", 1213);
            }
        }

        private static <T> T proxy(Class<T> type, InvocationHandler handler) {
            return type
                    .cast(Proxy.newProxyInstance(ConflictingDriver.class.getClassLoader(), new Class<?>[] { type }, handler));
        }

        private static Object invoke(Object target, java.lang.reflect.Method method, Object[] arguments) throws Throwable {
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        @Override
        public boolean acceptsURL(String url) throws SQLException {
            return driver.acceptsURL(url);
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
            return driver.getPropertyInfo(url, info);
        }

        @Override
        public int getMajorVersion() {
            return driver.getMajorVersion();
        }

        @Override
        public int getMinorVersion() {
            return driver.getMinorVersion();
        }

        @Override
        public boolean jdbcCompliant() {
            return driver.jdbcCompliant();
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }
    }
}
