package io.quarkiverse.localtask.runtime.store;

import static io.quarkiverse.localtask.runtime.store.StoreTest.sinceEver;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.Completion;
import io.quarkiverse.localtask.runtime.store.TaskStore.PurgeStep;
import io.quarkiverse.localtask.runtime.store.TaskStore.Retention;

/**
 * Runs what background work sends, in batches, and writes plans and times into {@code target/plans}. The table is small here;
 * {@code -Dlocal-task.tests.finished-rows} and {@code -Dlocal-task.tests.waiting-rows} make it a large one. With
 * {@code -Dlocal-task.tests.plans-url=<JDBC URL>} it is on a server of yours, and filled if it is not there yet.
 */
class PlansOfALargeTableTest {

    private static final long FINISHED = Long.getLong("local-task.tests.finished-rows", 20_000);
    private static final long WAITING = Long.getLong("local-task.tests.waiting-rows", 20_000);
    private static final String URL = System.getProperty("local-task.tests.plans-url");

    /** 500 from a million waiting rows on, so that all batches find rows enough. */
    private static final int BATCH = (int) Math.min(500, WAITING / 2_000);
    private static final int BATCHES = 20;
    private static final int[] HOUSES = IntStream.range(0, Backlog.HOUSES).toArray();
    private static final Retention A_WEEK = new Retention(Duration.ofDays(7), null, null);

    private final StringBuilder report = new StringBuilder();
    private final List<Long> nanos = new ArrayList<>();
    private int rows;
    private Connection connection;
    private Explainer explainer;
    private TaskStore store;
    private int inserted;
    private long purged;

    /**
     * What tells the plans of one kind of database.
     *
     * @param plans tells those of what ran since the last call
     */
    private record Explainer(ObservedConnection connection, Supplier<String> plans) {
    }

    private interface Step {
        /** @return how many rows it was about */
        int run(Connection connection) throws SQLException;
    }

    @ParameterizedTest
    @EnumSource(names = { "POSTGRESQL", "MARIADB" })
    void plansAndTimes(TestDatabase database) throws Exception {
        Assumptions.assumeTrue(URL == null || URL.startsWith("jdbc:" + database.dbKind), "Another database was asked for");
        connection = URL == null ? database.empty().getConnection() : DriverManager.getConnection(URL);
        try (Connection simpleProtocol = simpleProtocol(database)) {
            prepare(database);
            explainer = database.isMariaDb() ? countedReads() : explained(simpleProtocol);
            store = TaskStores.of(database.dbKind, StoreTest.TABLE);
            measureAll();
        } finally {
            connection.close();
            Files.createDirectories(Path.of("target", "plans"));
            Files.writeString(Path.of("target", "plans", database.dbKind + ".txt"), report);
        }
    }

    private void measureAll() throws SQLException {
        measure("insert", on -> store.insert(on, newTasks(), StoreTest.GRACE).length);
        measure("scan of the fresh lane", on -> store.fresh(on, HOUSES, new long[HOUSES.length], BATCH).size());
        measure("scan of the retry lane: the dead destination",
                on -> store.retries(on, HOUSES, sinceEver(HOUSES), "down", BATCH).size());
        measure("scan of the retry lane: nothing due",
                on -> store.retries(on, HOUSES, sinceEver(HOUSES), "later", BATCH).size());
        measure("scan of the retry lane: nothing there",
                on -> store.retries(on, HOUSES, sinceEver(HOUSES), "unknown", BATCH).size());
        measure("scan for suspects",
                on -> store.suspects(on, HOUSES, Instant.MIN, List.of("partner-0", "partner-1", "down"), 10).size());
        measureWith("claim", rows -> on -> store.claim(on, rows, StoreTest.LEASE).size());
        measureWith("write successes", rows -> on -> store.write(on, outcomes(rows, TaskStatus.SUCCEEDED), Completion.MARK)
                .size());
        measureWith("write failures", rows -> on -> store.write(on, outcomes(rows, TaskStatus.FAILED), Completion.MARK).size());
        measureWith("write successes, deleting",
                rows -> on -> store.write(on, outcomes(rows, TaskStatus.SUCCEEDED), Completion.DELETE).size());
        for (int i = 0; i <= BATCHES; i++) {
            List<Candidate> rows = store.fresh(connection, HOUSES, new long[HOUSES.length], BATCH).subList(0, BATCH);
            measureOnce("move to the retry lane", i, on -> store.moveToRetryLane(on, rows).size());
        }
        measure("purge", on -> {
            PurgeStep step = store.purge(on, purged, BATCH, A_WEEK);
            purged = on == connection ? step.lastId() : purged;
            return step.deleted();
        });
    }

    private void measureWith(String name, Function<List<Candidate>, Step> step) throws SQLException {
        for (int i = 0; i <= BATCHES; i++) {
            List<Candidate> rows = store.retries(connection, HOUSES, sinceEver(HOUSES), "down", BATCH);
            measureOnce(name, i, step.apply(rows));
        }
    }

    private void measure(String name, Step step) throws SQLException {
        for (int i = 0; i <= BATCHES; i++) {
            measureOnce(name, i, step);
        }
    }

    /* The last one is looked at instead of timed. */
    private void measureOnce(String name, int i, Step step) throws SQLException {
        if (i < BATCHES) {
            long start = System.nanoTime();
            rows = step.run(connection);
            nanos.add(System.nanoTime() - start);
            return;
        }
        long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
        nanos.clear();
        report.append("== %s: %d rows, median of %d: %.1f ms, slowest %.1f ms%n".formatted(name, rows, BATCHES,
                sorted[BATCHES / 2] / 1e6, sorted[BATCHES - 1] / 1e6));
        step.run(explainer.connection().asConnection());
        report.append(explainer.plans().get()).append('\n');
    }

    private List<NewTask> newTasks() {
        return IntStream.range(0, BATCH).mapToObj(i -> new NewTask("new-" + System.nanoTime() + "-" + inserted++,
                "Orders.place", "http", "partner-0", null, "x".repeat(200), "application/json", i % Backlog.HOUSES, null, null,
                null,
                true))
                .toList();
    }

    private static List<RowOutcome> outcomes(List<Candidate> rows, TaskStatus status) {
        return rows.stream().map(row -> new RowOutcome(row.id(), row.taskId(), row.version(), status, true,
                Duration.ofHours(1), "503")).toList();
    }

    private void prepare(TestDatabase database) throws SQLException, IOException {
        if (!TableCheck.exists(connection, StoreTest.TABLE)) {
            for (String ddl : DdlScript.of(database.dbKind, TableNames.of(StoreTest.TABLE)).statements()) {
                execute(ddl);
            }
            new Backlog(database, connection).fill(FINISHED, WAITING);
            execute((database.isMariaDb() ? "ANALYZE TABLE " : "VACUUM ANALYZE ") + StoreTest.TABLE);
        }
        report.append("%s%n%s%n%d processors, load %s%n%n".formatted(one("SELECT version()"),
                one("SELECT count(*) FROM " + StoreTest.TABLE) + " rows, by status " + byStatus(),
                Runtime.getRuntime().availableProcessors(),
                Files.exists(Path.of("/proc/loadavg")) ? Files.readString(Path.of("/proc/loadavg")).strip() : "unknown"));
    }

    private String byStatus() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT status, count(*) FROM " + StoreTest.TABLE + " GROUP BY status ORDER BY status")) {
            List<String> counts = new ArrayList<>();
            while (row.next()) {
                counts.add(TaskStatus.of(row.getInt(1)) + " " + row.getLong(2));
            }
            return counts.toString();
        }
    }

    private String one(String sql) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Connection simpleProtocol(TestDatabase database) throws SQLException {
        if (database.isMariaDb()) {
            return null;
        }
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(connection.getMetaData().getURL());
        dataSource.setUser(connection.getMetaData().getUserName());
        dataSource.setCurrentSchema(connection.getSchema());
        dataSource.setPreferQueryMode(PreferQueryMode.SIMPLE);
        return dataSource.getConnection();
    }

    private Explainer explained(Connection simpleProtocol) {
        ExplainedConnection explained = new ExplainedConnection(connection, simpleProtocol);
        return new Explainer(explained, () -> {
            List<String> plans = explained.plans();
            assertThat(plans).isNotEmpty().allSatisfy(plan -> assertThat(plan).doesNotContain("Seq Scan on local_task"));
            PostgreSqlNeverScansTheTableTest.assertCheapEnough(plans.get(0));
            return explained.statement().strip() + "\n\n" + withoutEstimates(plans.get(0));
        });
    }

    /* What was expected, single times and buffers below the top, and trivial nodes make a plan hard to read. */
    private static String withoutEstimates(String plan) {
        StringBuilder text = new StringBuilder();
        boolean first = true;
        for (String line : plan.lines().toList()) {
            boolean buffers = line.strip().startsWith("Buffers:");
            if (!line.startsWith("Planning") && (!buffers || first)) {
                text.append("  ").append(line.replaceAll(" \\(cost=[^)]*\\)", "").replaceAll("actual time=\\S+ ", "")
                        .replaceAll("'\\{[^}]{40,}\\}'", "'{…}'")).append('\n');
            }
            first &= !buffers;
        }
        return text.toString();
    }

    private Explainer countedReads() {
        CountedConnection counted = new CountedConnection(connection);
        return new Explainer(counted, () -> summary(counted.observed()));
    }

    /* Statements with the same text are one entry. */
    private static String summary(List<CountedConnection.Observed> statements) {
        StringBuilder text = new StringBuilder();
        for (String sql : statements.stream().map(CountedConnection.Observed::sql).distinct().toList()) {
            List<CountedConnection.Observed> same = statements.stream().filter(one -> one.sql().equals(sql)).toList();
            assertThat(same).allSatisfy(one -> assertThat(one.plan()).noneMatch(
                    row -> row.isAbout(StoreTest.TABLE, "t") && Arrays.asList("ALL", "index").contains(row.type())));
            text.append(shortened(sql)).append('\n');
            same.get(0).plan().stream().distinct().forEach(row -> text.append("  ").append(row.text()).append('\n'));
            text.append("  %d times, %d reads%n".formatted(same.size(),
                    same.stream().mapToLong(CountedConnection.Observed::reads).sum()));
        }
        return text.toString();
    }

    /* Lists are cut after their first element. */
    private static String shortened(String sql) {
        return Stream.of(sql.split("\\nUNION ALL\\n")).distinct().collect(Collectors.joining())
                .replaceAll("\\?(, \\?)+", "?, …").replaceAll("(\\(\\?, .*\\)),\\s+(?s:.*)", "$1, …").strip();
    }
}
