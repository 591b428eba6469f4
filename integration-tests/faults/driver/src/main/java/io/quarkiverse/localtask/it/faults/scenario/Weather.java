package io.quarkiverse.localtask.it.faults.scenario;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.stage.Await;
import io.quarkiverse.localtask.it.faults.stage.Database;
import io.quarkiverse.localtask.it.faults.stage.Database.Row;
import io.quarkiverse.localtask.it.faults.stage.Instance;
import io.quarkiverse.localtask.it.faults.stage.Load;
import io.quarkiverse.localtask.it.faults.stage.Stage;

/**
 * What a database does to a queue without anything being broken. That an instance of an older release leaves alone what it does
 * not know is tested by {@code OldReleaseLeavesNewDestinationsAloneIT} of the crash tests.
 */
final class Weather {

    private static final int ROUNDS = 10;
    private static final int ROWS_A_ROUND = 50_000;
    private static final Duration WINDOW = Duration.ofSeconds(6);

    private Weather() {
    }

    static List<Scenario> scenarios() {
        return List.of(
                Scenario.of("snapshot-held",
                        "a snapshot is held and autovacuum is off while 500,000 rows pass through the fresh lane",
                        Weather::snapshotHeld),
                Scenario.of("table-rebuilt-under-load",
                        "REINDEX CONCURRENTLY of every index, columns added and dropped, under load", Weather::rebuilt));
    }

    private static void snapshotHeld(Stage stage) throws Exception {
        // a lap looks at everything; how often is what this bounds
        stage.configure("quarkus.local-task.compensation.lap-interval", "60s");
        Database database = stage.database();
        stage.start();
        Load load = stage.load(2, Duration.ofMillis(100), "d0");
        load.awaitFurther(50);
        database.execute("ALTER TABLE local_task_message SET (autovacuum_enabled = false)");
        long blocksBefore = freshBlocksASecond(database);
        long findBefore = median(stage, "before");
        try (Connection reader = database.connect(); Statement statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            reader.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            statement.executeQuery("SELECT count(*) FROM local_task_message").close();
            for (int round = 0; round < ROUNDS; round++) {
                turnOver(database, round);
                load.awaitFurther(5);
            }
            // in life the first lap after it comes within the minute, too
            Await.until("a lap", Duration.ofSeconds(90), new LapSeen(database)::now);
            long blocks = freshBlocksASecond(database);
            long find = median(stage, "during");
            stage.measure("rows turned over", ROUNDS * ROWS_A_ROUND);
            stage.measure("blocks of the fresh index a second, before", blocksBefore);
            stage.measure("blocks of the fresh index a second, at the end", blocks);
            stage.measure("due to delivered, median of 5, before, ms", findBefore);
            stage.measure("due to delivered, median of 5, at the end, ms", find);
            stage.expect(blocks <= 2 * blocksBefore + 500, "a scan reads no more blocks than before");
            stage.expect(find <= findBefore + 1_000, "a task is found as soon as before");
            reader.rollback();
        }
    }

    /** Rows that come and go, as those do that are delivered at once: each leaves a dead entry in the fresh index. */
    private static void turnOver(Database database, int round) throws Exception {
        try (Connection connection = database.connect(); Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO local_task_message (task_id, task_name, channel, destination, payload, content_type,"
                    + " house_number, status, next_attempt_time, attempts, version, create_time, update_time)"
                    + " SELECT 'turn-" + round + "-' || n, 'order', 'http', 'd0', 'body', 'text/plain', n % 64, 0,"
                    + " statement_timestamp(), 0, 0, statement_timestamp(), statement_timestamp() FROM generate_series(1, "
                    + ROWS_A_ROUND + ") n");
            statement.execute("UPDATE local_task_message SET status = 2 WHERE status = 0 AND task_id LIKE 'turn-%'");
            connection.commit();
        }
    }

    /** Sees a second in which so much of the fresh index is read as only a lap does. */
    private static final class LapSeen {

        private static final int BLOCKS = 1_000;

        private final Database database;
        private final long before;

        LapSeen(Database database) {
            this.database = database;
            before = freshBlocks(database);
        }

        boolean now() {
            return freshBlocks(database) - before > BLOCKS;
        }
    }

    private static long freshBlocks(Database database) {
        return database.count("SELECT idx_blks_read + idx_blks_hit FROM pg_statio_user_indexes"
                + " WHERE indexrelname = 'local_task_message_fresh_ix'");
    }

    /** The median of three windows: one of them may have a lap in it. */
    private static long freshBlocksASecond(Database database) {
        List<Long> blocks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long before = freshBlocks(database);
            Await.pass(WINDOW);
            blocks.add((freshBlocks(database) - before) / WINDOW.toSeconds());
        }
        Collections.sort(blocks);
        return blocks.get(1);
    }

    /** @return milliseconds from due to delivered of a task that only a scan finds */
    private static long median(Stage stage, String prefix) {
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            long due = System.currentTimeMillis();
            String task = stage.database().orphans(prefix + i + "-", 1, "d1", Row.PENDING).get(0);
            times.add(stage.receiver().awaitTaken(task, Duration.ofSeconds(90)) - due);
        }
        Collections.sort(times);
        return times.get(2);
    }

    private static void rebuilt(Stage stage) {
        Database database = stage.database();
        Instance instance = stage.start();
        stage.start();
        stage.receiver().behave("d1", "mode=STATUS&status=503&times=1");
        Load load = stage.load("d0", "d1");
        load.awaitFurther(200);
        int troubledBefore = load.troubled();
        int log = instance.log().length();
        List<String> indexes = database.query("SELECT indexname FROM pg_indexes WHERE tablename = 'local_task_message'",
                row -> row.getString(1));
        indexes.forEach(index -> database.execute("REINDEX INDEX CONCURRENTLY " + index));
        database.execute("ALTER TABLE local_task_message ADD COLUMN remark varchar(100)",
                "ALTER TABLE local_task_message ADD COLUMN tenant varchar(20) NOT NULL DEFAULT 'all'");
        load.awaitFurther(100);
        database.execute("ALTER TABLE local_task_message DROP COLUMN remark");
        load.awaitFurther(100);
        stage.measure("indexes rebuilt", indexes.size());
        stage.measure("orders that failed meanwhile", load.troubled() - troubledBefore);
        stage.measure("lines of ours meanwhile", instance.logLines(log).ours());
        stage.expect(load.troubled() == troubledBefore, "no order fails because the table is rebuilt");
        stage.expect(instance.logLines(log).ours() == 0, "no statement of the extension fails because the table is rebuilt");
        Recovery.measure(stage, "rebuilt");
    }
}
