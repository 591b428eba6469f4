package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.quarkiverse.localtask.it.benchmark.Message;
import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Await;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Database;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Stage;

/** A table with a past and a backlog: what looks and claims cost, and what the business notices of it. */
public final class BigTable {

    public static final String NAME = "big_table";
    public static final String SNAPSHOT = "held_snapshot";
    private static final int TURNED_OVER = 500_000;

    /* Finished rows are short: their number is what matters, and the disk is not without end. */
    private static final String FILL = """
            INSERT INTO local_task_message (task_id, task_name, channel, destination, payload, content_type, house_number, status,
                                            next_attempt_time, attempts, version, create_time, update_time)
            SELECT to_char(clock_timestamp(), 'YYYYMMDDHH24MISSUS-') || i, 'bench', 'http', 'receiver', %s, 'application/json',
                   i %% 64, %d, now(), %d, 0, now(), now()
            FROM generate_series(0, %d) i
            """;

    private BigTable() {
    }

    public static void run(Stage stage, Sizes sizes, Map<String, String> properties, Figures figures) {
        Database database;
        try (Contestant small = stage.start(Kind.OURS_MARK, properties)) {
            WarmUp.run(small, sizes);
            Figures steady = new Figures();
            Steady.run(small, NAME, sizes.steady(), steady);
            copy(steady, "delivered_per_s", "steady_delivered_per_s_on_a_small_table", figures);
            small.database().resetStatements();
            Drain.run(small, NAME, sizes.drain(), "", sizes.patienceSeconds(), new Figures());
            claims(small.database(), "_on_a_small_table", figures);
        }
        Contestant schema = stage.start(Kind.OURS_MARK, properties);
        schema.kill();
        database = schema.database();
        database.execute(FILL.formatted("'{}'", 2, 1, sizes.finished() - 1));
        database.execute(FILL.formatted(Message.sqlBody(), 0, 0, sizes.waiting() - 1));
        database.execute("VACUUM ANALYZE");
        stage.postgres().checkpoint();

        Map<String, String> withoutScans = new HashMap<>(properties);
        withoutScans.put("quarkus.local-task.compensation.enabled", "false");
        Contestant sending = stage.join(schema, withoutScans);
        try {
            // the waiting rows stay: it is not awaited that nothing waits
            for (int i = 0; i < 4; i++) {
                Steady.run(sending, NAME, sizes.warmUp(), new Figures(), Duration.ZERO);
            }
            Figures steady = new Figures();
            Steady.run(sending, NAME, sizes.steady(), steady, Duration.ZERO);
            copy(steady, "delivered_per_s", "steady_delivered_per_s", figures);
        } finally {
            sending.kill();
        }
        database.resetStatements();
        sending.receiver().expect(sizes.waiting());
        Contestant draining = stage.join(schema, properties);
        try {
            Await.until(Duration.ofMinutes(5), () -> draining.receiver().counts().distinct() >= sizes.drain());
            claims(database, "", figures);
        } finally {
            draining.kill();
            database.close();
        }
    }

    private static void copy(Figures from, String figure, String as, Figures to) {
        to.add(NAME, Kind.OURS_MARK, as, from.median(NAME, Kind.OURS_MARK, figure).orElse(Double.NaN));
    }

    private static void claims(Database database, String where, Figures figures) {
        figures.add(NAME, Kind.OURS_MARK, "look_up_of_500_ms" + where,
                database.millisPerRow("%head.due THEN%") * 500);
        figures.add(NAME, Kind.OURS_MARK, "claim_of_500_ms" + where,
                (database.millisPerRow("%head.due THEN%") + database.millisPerRow("%attempts = attempts + %")) * 500);
    }

    /** Rows turn over while a transaction holds the oldest snapshot, so that nothing dead can be cleaned away. */
    public static void runWithHeldSnapshot(Stage stage, Sizes sizes, Map<String, String> properties, Figures figures) {
        int turnedOver = Math.min(TURNED_OVER, 5 * sizes.drain());
        try (Contestant contestant = stage.start(Kind.OURS_MARK, properties)) {
            WarmUp.run(contestant, sizes);
            Figures before = new Figures();
            Steady.run(contestant, SNAPSHOT, sizes.steady(), before);
            contestant.database().execute("ALTER TABLE local_task_message SET (autovacuum_enabled = false)");
            try (Connection holder = contestant.database().connect();
                    Statement statement = holder.createStatement()) {
                holder.setAutoCommit(false);
                holder.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                statement.execute("SELECT count(*) FROM business");
                contestant.receiver().expect(turnedOver);
                contestant.store(turnedOver);
                contestant.deliver();
                contestant.awaitDone(turnedOver, Duration.ofMinutes(5));
                Figures after = new Figures();
                Steady.run(contestant, SNAPSHOT, sizes.steady(), after);
                figures.add(SNAPSHOT, Kind.OURS_MARK, "steady_delivered_per_s_before",
                        before.median(SNAPSHOT, Kind.OURS_MARK, "delivered_per_s").orElse(Double.NaN));
                figures.add(SNAPSHOT, Kind.OURS_MARK, "steady_delivered_per_s_while_it_is_held",
                        after.median(SNAPSHOT, Kind.OURS_MARK, "delivered_per_s").orElse(Double.NaN));
                figures.add(SNAPSHOT, Kind.OURS_MARK, "rows_turned_over", turnedOver);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
