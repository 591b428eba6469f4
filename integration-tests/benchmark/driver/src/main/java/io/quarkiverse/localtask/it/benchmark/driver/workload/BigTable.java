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
    private static final int LOOKS = 25;
    /** Deliveries a second while looks and claims are measured. */
    private static final int CALM = 2_000;

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
        measure(stage, sizes, properties, 0, 2 * sizes.drain(), "_on_a_small_table", figures).database().close();
        Contestant big = measure(stage, sizes, properties, sizes.finished(), sizes.waiting(), "", figures);
        big.database().execute(FILL.formatted(Message.sqlBody(), 4, 20, sizes.waiting() - 1));
        big.database().execute("VACUUM ANALYZE");
        big.database().resetStatements();
        Contestant shown = stage.join(big, withoutScans(properties));
        try {
            look(shown, figures);
        } finally {
            shown.kill();
            big.database().close();
        }
    }

    /** @return an instance that is over, and whose database is as it left it */
    private static Contestant measure(Stage stage, Sizes sizes, Map<String, String> properties, int finished, int waiting,
            String where, Figures figures) {
        Contestant schema = stage.start(Kind.OURS_MARK, properties);
        schema.kill();
        Database database = schema.database();
        database.execute(FILL.formatted("'{}'", 2, 1, finished - 1));
        database.execute(FILL.formatted(Message.sqlBody(), 0, 0, waiting - 1));
        database.execute("VACUUM ANALYZE");
        stage.postgres().checkpoint();

        Contestant sending = stage.join(schema, withoutScans(properties));
        try {
            // the waiting rows stay: it is not awaited that nothing waits
            for (int i = 0; i < 4; i++) {
                Steady.run(sending, NAME, sizes.warmUp(), new Figures(), Duration.ZERO);
            }
            Figures steady = new Figures();
            Steady.run(sending, NAME, sizes.steady(), steady, Duration.ZERO);
            figures.add(NAME, Kind.OURS_MARK, "steady_delivered_per_s" + where,
                    steady.median(NAME, Kind.OURS_MARK, "delivered_per_s").orElse(Double.NaN));
        } finally {
            sending.kill();
        }
        // a machine that is busy to the brim would be measured with it
        sending.receiver().expect(waiting, "&rate=" + CALM);
        Contestant draining = stage.join(schema, properties);
        try {
            awaitDelivered(draining, sizes.drain() / 5);
            database.resetStatements();
            awaitDelivered(draining, sizes.drain() / 2);
            claims(database, where, figures);
        } finally {
            draining.kill();
        }
        return schema;
    }

    /** What waits, stays as it is. */
    private static Map<String, String> withoutScans(Map<String, String> properties) {
        Map<String, String> result = new HashMap<>(properties);
        result.put("quarkus.local-task.compensation.enabled", "false");
        return result;
    }

    private static void awaitDelivered(Contestant contestant, int count) {
        Await.until(Duration.ofMinutes(5), () -> contestant.receiver().counts().distinct() >= count);
    }

    /** As many are dead as were waiting, most of which still do. */
    private static void look(Contestant contestant, Figures figures) {
        // the first one after many were sent steps over their dead entries, and marks them for those that follow
        contestant.look();
        Await.pause(12_000);
        contestant.database().resetStatements();
        double[] pages = new double[LOOKS];
        for (int i = 0; i < LOOKS; i++) {
            pages[i] = contestant.look();
            Await.pause(1_000);
        }
        figures.add(NAME, Kind.OURS_MARK, "page_of_dead_tasks_p50_ms", Latencies.percentileOf(pages, 50));
        figures.add(NAME, Kind.OURS_MARK, "age_of_the_oldest_ms",
                contestant.database().millisPerCall("%waiting (destination, age)%")
                        + contestant.database().millisPerCall("%(from_id, position)%"));
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
