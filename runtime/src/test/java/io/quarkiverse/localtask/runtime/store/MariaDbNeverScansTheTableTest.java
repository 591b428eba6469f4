package io.quarkiverse.localtask.runtime.store;

import static io.quarkiverse.localtask.runtime.store.StoreTest.sinceEver;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.localtask.TaskFilter;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;
import io.quarkiverse.localtask.runtime.store.CountedConnection.Observed;
import io.quarkiverse.localtask.runtime.store.CountedConnection.PlanRow;
import io.quarkiverse.localtask.runtime.store.TaskStore.Retention;

/**
 * Plans and reads at 50,000 finished and 50,000 waiting rows, once with statistics from when the table was empty and once with
 * current ones. Both drivers send the same texts.
 */
@ParameterizedClass
@ValueSource(booleans = { true, false })
class MariaDbNeverScansTheTableTest {

    private static final int[] HOUSES = IntStream.range(0, Backlog.HOUSES).toArray();
    private static final List<String> PARTNERS = List.of("partner-0", "partner-1", "partner-2", "partner-3", "partner-4");

    private static Connection connection;
    private static TaskStore store;
    private static CountedConnection counted;

    @Parameter
    boolean statisticsFromWhenItWasEmpty;

    @BeforeParameterizedClassInvocation
    static void fill(boolean statisticsFromWhenItWasEmpty) throws SQLException {
        connection = TestDatabase.MARIADB.empty().getConnection();
        store = TaskStores.of("mariadb", StoreTest.TABLE);
        counted = new CountedConnection(connection);
        for (String statement : DdlScript.of("mariadb", TableNames.of(StoreTest.TABLE)).statements()) {
            execute(statement);
        }
        execute("ALTER TABLE " + StoreTest.TABLE + " STATS_AUTO_RECALC = 0");
        execute("ANALYZE TABLE " + StoreTest.TABLE);
        new Backlog(TestDatabase.MARIADB, connection).fill(50_000, 50_000);
        if (!statisticsFromWhenItWasEmpty) {
            execute("ANALYZE TABLE " + StoreTest.TABLE);
        }
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (connection != null) {
            execute("DROP DATABASE " + connection.getCatalog());
            connection.close();
        }
    }

    @BeforeEach
    void forget() {
        counted.observed();
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void freshLane() throws Exception {
        assertThat(store.fresh(counted.asConnection(), new int[] { 7, 99 }, new long[] { 0, 5 }, 30)).hasSize(30);
        assertReads("fresh_ix", 40);
    }

    @Test
    void freshLaneBehindACursor() throws Exception {
        long[] cursors = cursors("status = 0");
        assertThat(store.fresh(counted.asConnection(), HOUSES, cursors, 500)).hasSize(564);
        assertReads("fresh_ix", 700);
    }

    /* The first row of each house is not due: none behind it is looked at. */
    @Test
    void freshLaneThatIsNotDue() throws Exception {
        long[] cursors = cursors("status = 0 AND next_attempt_time > UTC_TIMESTAMP(6)");
        assertThat(store.fresh(counted.asConnection(), HOUSES, cursors, 500)).hasSize(64);
        assertReads("fresh_ix", 200);
    }

    @Test
    void listFromTheBeginningAndBehindAPlace() throws Exception {
        for (TaskFilter filter : List.of(TaskFilter.status(TaskStatus.FAILED),
                TaskFilter.status(TaskStatus.FAILED).destination("down"))) {
            List<Listed> first = store.list(counted.asConnection(), filter, TaskStatus.FAILED, null, null, 200);
            assertThat(first).hasSize(200);
            assertReadsByKeys(1_200);
            assertThat(store.list(counted.asConnection(), filter, TaskStatus.FAILED, first.get(199).key(), null, 200))
                    .hasSize(200);
            // a range of ids for each of the keys
            assertReadsByKeys(4_000);
        }
    }

    @Test
    void listOfNone() throws Exception {
        assertThat(store.list(counted.asConnection(), TaskFilter.status(TaskStatus.CANCELLED), TaskStatus.CANCELLED, null, null,
                200)).isEmpty();
        assertReadsByKeys(100);
    }

    @Test
    void oldestWaiting() throws Exception {
        assertThat(store.oldestWaiting(counted.asConnection())).isNotEmpty();
        assertThat(store.freshHeads(counted.asConnection(), new long[Backlog.HOUSES])).isNotEmpty();
        assertReadsByKeys(5_000);
    }

    @Test
    void retryLane() throws Exception {
        assertThat(store.retries(counted.asConnection(), HOUSES, sinceEver(HOUSES), "partner-3", 200)).hasSize(200);
        assertReads("retry_ix", 1_000);
    }

    @Test
    void retryLaneOfTheBacklog() throws Exception {
        assertThat(store.retries(counted.asConnection(), HOUSES, sinceEver(HOUSES), "down", 500)).hasSize(500);
        assertReads("retry_ix", 2_000);
    }

    @Test
    void retryLaneOfABacklogThatIsNotDue() throws Exception {
        assertThat(store.retries(counted.asConnection(), HOUSES, sinceEver(HOUSES), "later", 500)).isEmpty();
        assertReads("retry_ix", 500);
    }

    /* One row of house 1 is due, and no other of 20,000. */
    @Test
    void retryLaneOfABacklogThatIsHardlyDue() throws Exception {
        new Backlog(TestDatabase.MARIADB, connection, 1_000_000).rows(1, 3, "hardly", "-1");
        new Backlog(TestDatabase.MARIADB, connection, 2_000_000).rows(20_000, 3, "hardly", "24");
        assertThat(store.retries(counted.asConnection(), HOUSES, sinceEver(HOUSES), "hardly", 500)).hasSize(1);
        assertReads("retry_ix", 500);
    }

    @Test
    void retryLaneOfADestinationWithoutRows() throws Exception {
        assertThat(store.retries(counted.asConnection(), HOUSES, sinceEver(HOUSES), "unknown", 500)).isEmpty();
        assertReads("retry_ix", 500);
    }

    /* 100 rows are taken, half of them due. */
    @Test
    void suspects() throws Exception {
        assertThat(store.suspects(counted.asConnection(), HOUSES, Instant.MIN, PARTNERS, 10)).hasSize(10);
        List<Observed> observed = counted.observed();
        assertThat(observed).hasSize(1);
        assertThat(observed.get(0).reads()).as(observed.get(0).text()).isLessThanOrEqualTo(500);
        assertThat(observed.get(0).plan()).as(observed.get(0).text()).filteredOn(row -> row.isAbout(StoreTest.TABLE))
                .extracting(PlanRow::type).containsExactly("eq_ref", "range");
    }

    @Test
    void strayHouses() throws Exception {
        assertThat(store.strayHouses(counted.asConnection(), 32)).hasSize(32);
        assertReads(null, 400);
    }

    @Test
    void claim() throws Exception {
        List<Candidate> candidates = store.retries(connection, HOUSES, sinceEver(HOUSES), "down", 500);
        assertThat(store.claim(counted.asConnection(), candidates, StoreTest.LEASE)).hasSize(500);
        assertReads("PRIMARY", 2_500);
    }

    /* From 1,000 values on MariaDB makes a table of an IN list. */
    @Test
    void largeClaim() throws Exception {
        List<Candidate> candidates = store.retries(connection, HOUSES, sinceEver(HOUSES), "down", 2_000);
        assertThat(store.claim(counted.asConnection(), candidates, StoreTest.LEASE)).hasSize(2_000);
        assertReads("PRIMARY", 15_000);
    }

    @Test
    void spilled() throws Exception {
        List<Candidate> pending = store.fresh(connection, new int[] { 5 }, new long[] { 0 }, 20);
        String destination = pending.get(0).destination();
        List<SpilledTask> spilled = pending.stream().filter(task -> task.destination().equals(destination))
                .map(task -> new SpilledTask(task.id(), task.taskId(), 0)).toList();
        assertThat(store.claimSpilled(counted.asConnection(), destination, spilled, StoreTest.LEASE)).hasSameSizeAs(spilled);
        assertReads("PRIMARY", 100);
    }

    @Test
    void moveToTheRetryLane() throws Exception {
        List<Candidate> pending = store.fresh(connection, new int[] { 6 }, new long[] { 0 }, 20);
        assertThat(store.moveToRetryLane(counted.asConnection(), pending)).hasSize(20);
        assertReads("PRIMARY", 100);
    }

    @Test
    void writes() throws Exception {
        for (TaskStatus status : List.of(TaskStatus.SUCCEEDED, TaskStatus.FAILED, TaskStatus.DEAD)) {
            assertThat(store.write(counted.asConnection(), outcomes(status, 500), Completion.MARK)).hasSize(500);
            assertReads("PRIMARY", 4_000);
        }
    }

    @Test
    void deletingWrite() throws Exception {
        assertThat(store.write(counted.asConnection(), outcomes(TaskStatus.SUCCEEDED, 500), Completion.DELETE)).hasSize(500);
        assertReads("PRIMARY", 4_000);
    }

    @Test
    void stillOpen() throws Exception {
        assertThat(store.stillOpen(counted.asConnection(), outcomes(TaskStatus.FAILED, 500))).hasSize(500);
        assertReads("PRIMARY", 1_500);
    }

    @Test
    void purge() throws Exception {
        assertThat(store.purge(counted.asConnection(), 0, 500, new Retention(Duration.ofDays(7), null, null)).deleted())
                .isEqualTo(500);
        assertReads("PRIMARY", 4_000);
    }

    /** For every house, before the first such row. */
    private static long[] cursors(String where) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT MIN(id) - 1 FROM " + StoreTest.TABLE + " WHERE " + where)) {
            row.next();
            long before = row.getLong(1);
            return LongStream.generate(() -> before).limit(HOUSES.length).toArray();
        }
    }

    private static List<RowOutcome> outcomes(TaskStatus status, int count) throws SQLException {
        return store.retries(connection, HOUSES, sinceEver(HOUSES), "down", count).stream()
                .map(row -> new RowOutcome(row.id(), row.taskId(), row.version(), status, true, Duration.ZERO, "503")).toList();
    }

    /** Ids by an index that holds all that is asked for, then their rows. @param reads of all statements together */
    private static void assertReadsByKeys(long reads) {
        List<Observed> observed = counted.observed();
        for (Observed statement : observed) {
            for (PlanRow row : statement.plan()) {
                if (row.isAbout(StoreTest.TABLE, "t")) {
                    assertThat(row.type()).as(statement.text()).isNotIn("ALL", "index");
                    assertThat(row.extra()).as(statement.text()).satisfiesAnyOf(extra -> assertThat(extra).isNull(),
                            extra -> assertThat(extra).doesNotContain("filesort"));
                }
            }
        }
        assertThat(observed.stream().mapToLong(Observed::reads).sum()).isLessThanOrEqualTo(reads);
    }

    /** @param reads of all statements together */
    private static void assertReads(String index, long reads) {
        List<Observed> observed = counted.observed();
        for (Observed statement : observed) {
            assertNoScan(statement, index, reads);
            assertThat(statement.plan()).as(statement.text()).noneMatch(
                    row -> row.isAbout(StoreTest.TABLE, "t") && row.extra() != null && row.extra().contains("filesort"));
        }
        assertThat(observed.stream().mapToLong(Observed::reads).sum()).isLessThanOrEqualTo(reads);
    }

    private static void assertNoScan(Observed statement, String index, long reads) {
        for (PlanRow row : statement.plan()) {
            if (row.isAbout(StoreTest.TABLE, "t") && index != null) {
                assertThat(row.type()).as(statement.text()).isNotIn("ALL", "index");
                assertThat(row.key()).as(statement.text()).endsWith(index);
            }
        }
        assertThat(statement.reads()).as("%s\n%s", statement.sql(), statement.text()).isLessThanOrEqualTo(reads);
    }
}
