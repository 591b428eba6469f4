package io.quarkiverse.localtask.it.faults.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.stage.Await;
import io.quarkiverse.localtask.it.faults.stage.Database;
import io.quarkiverse.localtask.it.faults.stage.Database.Row;
import io.quarkiverse.localtask.it.faults.stage.Instance;
import io.quarkiverse.localtask.it.faults.stage.Load;
import io.quarkiverse.localtask.it.faults.stage.LogLines;
import io.quarkiverse.localtask.it.faults.stage.PostgreSql;
import io.quarkiverse.localtask.it.faults.stage.Receiver;
import io.quarkiverse.localtask.it.faults.stage.Stage;

/** The database goes away, refuses, or fills up; the application is never restarted. */
final class DatabaseFaults {

    private static final int ROUNDS = 4;
    private static final String SECRET = "not-for-the-log";
    private static final Pattern USER_INFO = Pattern.compile("://[^/\\s]*:[^/\\s]*@");

    private DatabaseFaults() {
    }

    static List<Scenario> scenarios() {
        Scenario connections = Scenario.of("database-connections-ended",
                "the server ends all connections of two instances under load, four times", DatabaseFaults::connectionsEnded);
        Scenario stopped = Scenario.of("database-stopped",
                "the database is stopped under load and started 5 s later", DatabaseFaults::stopped);
        Scenario killed = Scenario.inShort("database-kill-9",
                "kill -9 of the database under load, and started 2 s later", DatabaseFaults::killed);
        return Stream.of(
                Stream.of(connections, stopped, killed),
                Stream.of(Scenario.of("connection-pool-exhausted",
                        "the business holds all 4 connections of the pool for longer than others wait for one, for 15 s",
                        DatabaseFaults::poolExhausted),
                        Scenario.of("database-read-only", "every transaction is read-only for 6 s, under load",
                                DatabaseFaults::readOnly),
                        Scenario.of("database-disk-full",
                                "every INSERT and UPDATE of the task table fails for want of space for 6 s, under load",
                                DatabaseFaults::diskFull),
                        Scenario.of("row-locked-by-an-operator",
                                "an open transaction of an operator locks one row while its group's outcomes are written",
                                DatabaseFaults::rowLocked),
                        Scenario.inShort("older-copy-restored",
                                "an older copy of the database is restored under load, so that ids come again",
                                DatabaseFaults::olderCopyRestored),
                        Scenario.of("database-down-for-long", "the database is stopped for 40 s under load",
                                DatabaseFaults::downForLong)),
                Stream.of(connections, stopped, killed).map(Scenario::onMariaDbToo)).flatMap(stream -> stream).toList();
    }

    private static void connectionsEnded(Stage stage) {
        stage.start();
        stage.start();
        Load load = stage.load("d0", "d1");
        for (int round = 1; round <= ROUNDS; round++) {
            load.awaitFurther(100);
            stage.server().endConnections(stage.database());
            if (round == ROUNDS) {
                // nobody but the extension itself finds out which of the pool's connections are broken
                load.stop();
                stage.server().endConnections(stage.database());
            }
            Recovery.measure(stage, "round " + round);
        }
    }

    private static void stopped(Stage stage) {
        stage.start();
        stage.start();
        Load load = stage.load("d0", "d1");
        load.awaitFurther(200);
        stage.server().stop();
        Await.pass(Duration.ofSeconds(5));
        stage.server().start();
        Recovery.measure(stage, "stop and start");
        load.awaitFurther(200);
    }

    private static void killed(Stage stage) {
        stage.start();
        stage.start();
        Load load = stage.load("d0", "d1");
        load.awaitFurther(200);
        stage.server().kill();
        Await.pass(Duration.ofSeconds(2));
        stage.server().start();
        Recovery.measure(stage, "kill -9 and start");
        load.awaitFurther(200);
    }

    private static void poolExhausted(Stage stage) {
        stage.configure("quarkus.datasource.jdbc.max-size", "4");
        Instance instance = stage.start();
        Load load = stage.load(4, Duration.ofMillis(50), "d0", "d1");
        load.awaitFurther(50);
        int troubledBefore = load.troubled();
        List<CompletableFuture<Void>> holders = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String name = "holder-" + i;
            holders.add(CompletableFuture.runAsync(() -> {
                for (int turn = 0; turn < 3; turn++) {
                    place(instance, name + "-" + turn);
                }
            }));
        }
        holders.forEach(CompletableFuture::join);
        stage.expect(load.troubled() > troubledBefore, "the pool is exhausted: some orders get no connection");
        Recovery.measure(stage, "pool exhausted");
    }

    /** Holds a connection for 5 s, if it gets one. */
    private static void place(Instance instance, String id) {
        try {
            instance.place(id, "d0", "held", "&hold=5000");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void readOnly(Stage stage) {
        // so that scans have something to claim meanwhile
        stage.receiver().behave("d1", "mode=STATUS&status=503&times=1");
        stage.start();
        stage.start();
        Load load = stage.load("d0", "d1");
        load.awaitFurther(200);
        stage.postgreSql().administer("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()");
        try {
            Await.until("orders are refused", Duration.ofSeconds(10), () -> load.troubled() > 20);
            Await.pass(Duration.ofSeconds(6));
        } finally {
            stage.postgreSql().administer("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()");
        }
        Await.until("the server is writable again", Duration.ofSeconds(10),
                () -> stage.database().query("SHOW default_transaction_read_only", row -> row.getString(1)).get(0)
                        .equals("off"));
        Recovery.measure(stage, "read-only");
        load.awaitFurther(100);
    }

    private static void rowLocked(Stage stage) throws Exception {
        // its attempt must end well however busy the machine is, and the row must become due while it is locked
        stage.configure("quarkus.local-task.destinations.d0.timeout", "10s");
        stage.configure("quarkus.local-task.grace", "13s");
        stage.configure("quarkus.local-task.lease", "13s");
        stage.receiver().behave("d0", "mode=STATUS&status=200&delay=2000");
        Instance instance = stage.start();
        Database database = stage.database();
        try (Connection operator = database.connect(); Statement statement = operator.createStatement()) {
            operator.setAutoCommit(false);
            instance.place("locked", "d0", "body", "");
            // its attempt is under way, and takes a while
            Await.until("an arrival", Duration.ofSeconds(30), () -> !stage.receiver().find("locked:d0").isEmpty());
            long id = database.count("SELECT id FROM local_task_message WHERE task_id = 'locked:d0'");
            statement.execute("SELECT id FROM local_task_message WHERE id = " + id + " FOR UPDATE");
            stage.expect(database.count("SELECT status FROM local_task_message WHERE id = " + id) == Row.PENDING,
                    "the row is locked before its outcome is written");
            for (int i = 0; i < 20; i++) {
                instance.place("free" + i, "d0", "body", "");
            }
            long arrived = System.currentTimeMillis();
            for (int i = 0; i < 20; i++) {
                arrived = Math.max(arrived, stage.receiver().awaitTaken("free" + i + ":d0", Duration.ofSeconds(30)));
            }
            // the receiver notes an arrival before its delay
            long answered = arrived + 2000;
            Await.until("the others are written", Duration.ofSeconds(30), () -> database.unfinished() == 1);
            stage.measure("the others written after, ms", System.currentTimeMillis() - answered);
            stage.expect(System.currentTimeMillis() - answered < 3_000, "a locked row keeps no other outcome waiting");
            // longer than the grace: the row is due, and yet nobody takes it again
            Await.pass(Duration.ofSeconds(14));
            operator.rollback();
        }
        long released = System.currentTimeMillis();
        Await.until("the locked one is written", Duration.ofSeconds(30), () -> database.unfinished() == 0);
        stage.measure("the locked one written after its release, ms", System.currentTimeMillis() - released);
        stage.expect(stage.receiver().find("locked:d0").size() == 1, "the locked one is sent once");
    }

    private static void olderCopyRestored(Stage stage) {
        PostgreSql server = stage.postgreSql();
        Database database = stage.database();
        Receiver receiver = stage.receiver();
        // under way while the database is restored; and a slow one, whose tasks are spilled
        receiver.behave("d1", "mode=STATUS&status=200&delay=3000");
        receiver.behave("d2", "mode=STATUS&status=200&delay=1000");
        stage.configure("quarkus.local-task.destinations.d2.concurrency", "2");
        stage.configure("quarkus.local-task.queue.max-per-destination", "2");
        stage.start();
        stage.start();
        Load early = stage.load("d0", "d1", "d2");
        early.awaitFurther(100);
        early.stop();
        Path copy = stage.directory().resolve("copy");
        server.stop();
        server.copyTo(copy);
        server.start();
        long lastOfCopy = database.count("SELECT max(id) FROM local_task_message");
        // few, so that those who come later have their ids while their outcomes still wait
        Load vanishing = stage.load("d1", "d2");
        vanishing.awaitFurther(60);
        vanishing.stop();
        stage.rememberCommitted();
        long last = database.count("SELECT max(id) FROM local_task_message");
        server.stop();
        // who writes outcomes looks less often by now
        Await.pass(Duration.ofSeconds(5));
        // who comes now is refused for a while: it would be lost if the outcome of an earlier task were taken for its own
        receiver.behave("d3", "mode=STATUS&status=503");
        Load late = stage.load("d3");
        server.restore(copy);
        server.start();
        late.awaitFurther(200);
        stage.measure("tasks that vanish with the restore", last - lastOfCopy);
        stage.measure("ids that come again", database.count("SELECT count(*) FROM local_task_message WHERE id <= " + last
                + " AND destination = 'd3'"));
        stage.expect(database.count("SELECT count(*) FROM local_task_message WHERE status = 2 AND destination = 'd3'") == 0,
                "no outcome of an earlier task marks a later one with the same id");
        receiver.behaveWell("d3");
        receiver.behaveWell("d2");
        Recovery.measure(stage, "restore");
        late.stop();
    }

    /** What costs no more lines in half a minute than in ten seconds costs no more in an hour. */
    private static void downForLong(Stage stage) {
        stage.configure("quarkus.local-task.destinations.d0.headers.X-Key", SECRET);
        Instance instance = stage.start();
        Load load = stage.load(4, Duration.ofMillis(50), "d0", "d1");
        load.awaitFurther(100);
        int start = instance.log().length();
        stage.server().stop();
        Await.pass(Duration.ofSeconds(10));
        LogLines first = instance.logLines(start);
        int later = instance.log().length();
        Await.pass(Duration.ofSeconds(30));
        LogLines rest = instance.logLines(later);
        stage.server().start();
        Recovery.measure(stage, "down for 40 s");
        stage.settle();
        LogLines all = instance.logLines(start);
        stage.measure("lines of ours, first 10 s", first.ours());
        stage.measure("lines of ours, next 30 s", rest.ours());
        stage.measure("lines of ours, with the recovery", all.ours());
        stage.measure("lines of others (business, pool, transactions), with stack traces", all.others());
        stage.expect(rest.ours() <= 2 && all.ours() <= 15, "a database that is down costs a handful of lines");
        stage.expect(!instance.log().contains("filler"), "no payload in the log");
        stage.expect(!instance.log().contains(SECRET), "no header in the log");
        stage.expect(!USER_INFO.matcher(instance.log()).find(), "no URL with user-info in the log");
    }

    private static void diskFull(Stage stage) {
        // so that scans have something to claim meanwhile
        stage.receiver().behave("d1", "mode=STATUS&status=503&times=1");
        stage.start();
        stage.start();
        Load load = stage.load("d0", "d1");
        load.awaitFurther(200);
        stage.database().execute("CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$",
                "CREATE TRIGGER disk_full BEFORE INSERT OR UPDATE ON local_task_message"
                        + " FOR EACH STATEMENT EXECUTE FUNCTION disk_full()");
        long before = stage.database().count("SELECT count(*) FROM orders");
        int troubledBefore = load.troubled();
        Await.pass(Duration.ofSeconds(6));
        stage.expect(load.troubled() > troubledBefore, "who places an order hears of the full disk");
        stage.expect(stage.database().count("SELECT count(*) FROM orders") == before, "no order is committed without its task");
        stage.database().execute("DROP TRIGGER disk_full ON local_task_message");
        Recovery.measure(stage, "disk full");
        load.awaitFurther(100);
    }
}
