package io.quarkiverse.localtask.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.SchemaManagement;

/** Promise 10: somebody holds a snapshot, and what has left the lanes since then stays in their indexes. */
class DeadEntriesAreNotReadAgainTest {

    private static final int[] HOUSES = IntStream.range(0, 64).toArray();

    @Test
    void behindTheGivenTime() throws Exception {
        PGSimpleDataSource dataSource = (PGSimpleDataSource) TestDatabase.POSTGRESQL.empty();
        new SchemaManager("postgresql", StoreTest.TABLE, "shop", 64).prepare(new Database(dataSource, 1, Duration.ofMinutes(1)),
                SchemaManagement.CREATE);
        TaskStore store = TaskStores.of("postgresql", StoreTest.TABLE);
        try (Connection connection = dataSource.getConnection(); Connection holder = dataSource.getConnection()) {
            PostgreSqlNeverScansTheTableTest.rows(connection, 20_000, 3, "- interval '1' hour", "'busy'");
            PostgreSqlNeverScansTheTableTest.rows(connection, 20_000, 1, "- interval '2' hour", "'busy'");
            execute(connection, "VACUUM ANALYZE " + StoreTest.TABLE);
            holder.setAutoCommit(false);
            holder.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            execute(holder, "SELECT count(*) FROM " + StoreTest.TABLE);
            execute(connection, "UPDATE " + StoreTest.TABLE + " SET status = 2");

            dataSource.setPreferQueryMode(PreferQueryMode.SIMPLE);
            try (Connection simpleProtocol = dataSource.getConnection()) {
                ExplainedConnection explained = new ExplainedConnection(connection, simpleProtocol);
                Instant since = Instant.now().minus(Duration.ofMinutes(30));
                Instant[] ofAll = IntStream.of(HOUSES).mapToObj(house -> since).toArray(Instant[]::new);
                assertThat(store.retries(explained.asConnection(), HOUSES, ofAll, "busy", 500)).isEmpty();
                PostgreSqlNeverScansTheTableTest.assertPlan(explained, "local_task_message_retry_ix", 300);
                assertThat(store.suspects(explained.asConnection(), HOUSES, since, List.of("busy"), 10)).isEmpty();
                PostgreSqlNeverScansTheTableTest.assertPlan(explained, "local_task_message_suspect_ix", 20);
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
