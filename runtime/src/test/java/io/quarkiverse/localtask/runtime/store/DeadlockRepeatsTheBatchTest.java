package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;

/**
 * Somebody at REPEATABLE READ locks a range of our index, in which our rows would have to be written, and then wants a row that
 * we have locked. The database ends the smaller transaction, which is ours; all of it is done again, without what is locked.
 */
@ParameterizedClass
@EnumSource(names = { "MARIADB", "MARIADB_AS_MYSQL" })
class DeadlockRepeatsTheBatchTest extends StoreTest {

    @Test
    @Timeout(60)
    void andNobodySeesAnError() throws Exception {
        long[] ids = store.insert(connection, tasks(3), GRACE);
        execute("CREATE TABLE ballast (id INT PRIMARY KEY)");
        try (Connection operator = transaction()) {
            operator.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            run(operator, "INSERT INTO ballast SELECT seq FROM seq_1_to_5000");
            run(operator, "SELECT id FROM " + TABLE + " WHERE status = 2 FOR UPDATE");

            CompletableFuture<Integer> ours = CompletableFuture.supplyAsync(() -> {
                try (Connection background = dataSource.getConnection()) {
                    background.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                    return store.write(background, List.of(succeeded(ids[0], "task-0", 0, true),
                            succeeded(ids[1], "task-1", 0, true)), Completion.MARK).size();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            await().atMost(Duration.ofSeconds(10)).until(() -> isWaiting() || ours.isDone());
            assertThat(ours).as("waits for the range").isNotDone();
            run(operator, "SELECT id FROM " + TABLE + " WHERE id = " + ids[1] + " FOR UPDATE");
            operator.rollback();
            assertThat(ours.get()).isBetween(1, 2);
        }
        assertThat(find("task-0").status()).isEqualTo(TaskStatus.SUCCEEDED);
    }

    private boolean isWaiting() throws SQLException {
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery(
                        "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")) {
            row.next();
            return row.getInt(1) > 0;
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
