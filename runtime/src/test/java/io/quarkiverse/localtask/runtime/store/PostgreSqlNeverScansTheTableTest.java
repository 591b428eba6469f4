package io.quarkiverse.localtask.runtime.store;

import static io.quarkiverse.localtask.runtime.store.StoreTest.sinceEver;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;

import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.SchemaManagement;
import io.quarkiverse.localtask.runtime.store.TaskStore.Retention;

/** Plans at 100,000 finished rows, 100,000 that are not due, 10,000 due retries, 10,000 pending and 100 suspects. */
class PostgreSqlNeverScansTheTableTest {

    private static final Pattern BUFFERS = Pattern.compile("Buffers: shared (?:hit=(\\d+))? ?(?:read=(\\d+))?");
    private static final Pattern COST = Pattern.compile("cost=[0-9.]+\\.\\.([0-9.]+)");
    private static final double JIT_ABOVE_COST = 100_000;
    private static final int[] HOUSES = IntStream.range(0, 64).toArray();

    private static Connection connection;
    private static Connection simpleProtocol;
    private static TaskStore store;
    private static ExplainedConnection explained;

    @BeforeAll
    static void fill() throws SQLException {
        PGSimpleDataSource dataSource = (PGSimpleDataSource) TestDatabase.POSTGRESQL.empty();
        new SchemaManager("postgresql", StoreTest.TABLE, "shop", 64).prepare(
                new Database(dataSource, 1, Duration.ofMinutes(1)),
                SchemaManagement.CREATE);
        store = TaskStores.of("postgresql", StoreTest.TABLE);
        connection = dataSource.getConnection();
        dataSource.setPreferQueryMode(PreferQueryMode.SIMPLE);
        simpleProtocol = dataSource.getConnection();
        explained = new ExplainedConnection(connection, simpleProtocol);
        rows(100_000, 2, "- interval '1' day");
        rows(100_000, 5, "+ interval '1' day");
        rows(10_000, 3, "- interval '1' hour");
        rows(10_000, 0, "- interval '1' minute");
        rows(100, 1, "- interval '1' hour");
        try (Statement statement = connection.createStatement()) {
            statement.execute("VACUUM ANALYZE " + StoreTest.TABLE);
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
        simpleProtocol.close();
    }

    private static void rows(int count, int status, String due) throws SQLException {
        rows(count, status, due, "'partner-' || i / 64 % 5");
    }

    private static void rows(int count, int status, String due, String destination) throws SQLException {
        rows(connection, count, status, due, destination);
    }

    static void rows(Connection connection, int count, int status, String due, String destination) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO " + StoreTest.TABLE + " (task_id, task_name, channel, destination, payload,"
                    + " content_type, house_number, status, attempts, version, next_attempt_time, create_time, update_time)"
                    + " SELECT gen_random_uuid(), 'Orders.place', 'http', " + destination + ", repeat('x', 300),"
                    + " 'text/plain', i % 64, " + status + ", 0, 0, now() " + due + ", now() - interval '10' day,"
                    + " now() - interval '10' day FROM generate_series(1, " + count + ") i");
        }
    }

    @Test
    void freshLane() throws Exception {
        store.fresh(explained.asConnection(), new int[] { 7, 99 }, new long[] { 0, 5 }, 500);
        assertPlan("local_task_message_fresh_ix", 250).doesNotContain("Sort");
    }

    @Test
    void listFromTheBeginningAndBehindAPlace() throws Exception {
        for (TaskStatus status : List.of(TaskStatus.PENDING, TaskStatus.FAILED)) {
            List<Listed> first = store.list(explained.asConnection(), TaskFilter.status(status), status, null, null, 200);
            assertThat(first).hasSize(200);
            assertPlan("local_task_message_", 1_000).doesNotContain("Sort");
            assertThat(store.list(explained.asConnection(), TaskFilter.status(status), status, first.get(199).key(), null, 200))
                    .isNotEmpty();
            assertPlan("local_task_message_", 1_000).doesNotContain("Sort");
        }
    }

    @Test
    void listOfTheDead() throws Exception {
        store.list(explained.asConnection(), TaskFilter.status(TaskStatus.DEAD).destination("partner-1"), TaskStatus.DEAD, null,
                null, 200);
        assertPlan("local_task_message_ended_ix", 500).doesNotContain("Sort");
    }

    @Test
    void oldestWaiting() throws Exception {
        assertThat(store.oldestWaiting(explained.asConnection())).isNotEmpty();
        assertPlan("local_task_message_retry_ix", 10_000);
    }

    @Test
    void freshHeads() throws Exception {
        assertThat(store.freshHeads(explained.asConnection(), new long[64])).isNotEmpty();
        assertPlan("local_task_message_fresh_ix", 500);
    }

    @Test
    void retryLane() throws Exception {
        assertThat(store.retries(explained.asConnection(), HOUSES, sinceEver(HOUSES), "partner-3", 500)).hasSize(500);
        assertPlan("local_task_message_retry_ix", 1_200).doesNotContain("Sort");
    }

    @Test
    void retryLaneOfADestinationWithoutDueRows() throws Exception {
        assertThat(store.retries(explained.asConnection(), HOUSES, sinceEver(HOUSES), "unknown", 500)).isEmpty();
        assertPlan("local_task_message_retry_ix", 300).doesNotContain("Sort");
    }

    /* A backlog that came after the last ANALYZE: the planner still expects a handful of rows. */
    @Test
    void retryLaneOfABacklogThatStatisticsDoNotKnow() throws Exception {
        rows(20_000, 3, "- interval '2' hour", "'down'");
        assertThat(store.retries(explained.asConnection(), HOUSES, sinceEver(HOUSES), "down", 100)).hasSize(100);
        assertPlan("local_task_message_retry_ix", 500).doesNotContain("Sort");
    }

    @Test
    void suspects() throws Exception {
        assertThat(store.suspects(explained.asConnection(), HOUSES, Instant.MIN, List.of("partner-1", "partner-2"), 10))
                .hasSize(10);
        assertPlan("local_task_message_suspect_ix", 150);
    }

    @Test
    void strayHouses() throws Exception {
        assertThat(store.strayHouses(explained.asConnection(), 64)).isEmpty();
        assertPlan("local_task_message_retry_ix", 250);
    }

    @Test
    void strayHousesOfALoweredNumber() throws Exception {
        assertThat(store.strayHouses(explained.asConnection(), 32)).hasSize(32);
        assertPlan("local_task_message_fresh_ix", 2_000);
    }

    @Test
    void claim() throws Exception {
        List<Candidate> candidates = store.retries(connection, HOUSES, sinceEver(HOUSES), "partner-0", 500);
        assertThat(store.claim(explained.asConnection(), candidates, StoreTest.LEASE)).hasSize(500);
        assertPlan("local_task_message_pk", 20_000).doesNotContain("Sort");
    }

    @Test
    void writes() throws Exception {
        List<Candidate> pending = store.fresh(connection, new int[] { 1 }, new long[] { 0 }, 100);
        for (TaskStatus status : List.of(TaskStatus.SUCCEEDED, TaskStatus.FAILED)) {
            List<RowOutcome> outcomes = new ArrayList<>();
            for (Candidate row : status == TaskStatus.SUCCEEDED ? pending.subList(0, 50) : pending.subList(50, 100)) {
                outcomes.add(new RowOutcome(row.id(), row.taskId(), 0, status, true, Duration.ZERO, "503"));
            }
            assertThat(store.write(explained.asConnection(), outcomes, Completion.MARK)).hasSize(50);
            assertPlan("local_task_message_", 5_000).doesNotContain("Sort");
        }
    }

    @Test
    void deletingWrite() throws Exception {
        List<RowOutcome> outcomes = store.fresh(connection, new int[] { 2 }, new long[] { 0 }, 100).stream()
                .map(row -> new RowOutcome(row.id(), row.taskId(), 0, TaskStatus.SUCCEEDED, true, null, null)).toList();
        assertThat(store.write(explained.asConnection(), outcomes, Completion.DELETE)).hasSize(100);
        assertPlan("local_task_message_", 5_000).doesNotContain("Sort");
    }

    @Test
    void purge() throws Exception {
        assertThat(store.purge(explained.asConnection(), 0, 500, new Retention(Duration.ofDays(7), null, null)).deleted())
                .isEqualTo(500);
        assertPlan("local_task_message_pk", 20_000).doesNotContain("Bitmap");
    }

    /* By expected costs of 100,000 PostgreSQL compiles a statement, which takes longer than a batch. */
    static void assertCheapEnough(String plan) {
        Matcher cost = COST.matcher(plan);
        assertThat(cost.find()).isTrue();
        assertThat(Double.parseDouble(cost.group(1))).as(plan).isLessThan(JIT_ABOVE_COST);
    }

    private static AbstractStringAssert<?> assertPlan(String index, int buffers) {
        return assertPlan(explained, index, buffers);
    }

    static AbstractStringAssert<?> assertPlan(ExplainedConnection explained, String index, int buffers) {
        List<String> plans = explained.plans();
        assertThat(plans).hasSize(2);
        for (String plan : plans) {
            assertThat(plan).contains(index).doesNotContain("Seq Scan on " + StoreTest.TABLE);
        }
        assertCheapEnough(plans.get(0));
        Matcher matcher = BUFFERS.matcher(plans.get(0));
        assertThat(matcher.find()).isTrue();
        assertThat(IntStream.of(1, 2).filter(group -> matcher.group(group) != null)
                .map(group -> Integer.parseInt(matcher.group(group))).sum()).as(plans.get(0)).isLessThanOrEqualTo(buffers);
        return assertThat(String.join("\n", plans));
    }
}
