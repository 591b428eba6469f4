package io.quarkiverse.localtask.it.faults.scenario;

import java.io.IOException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.stage.Await;
import io.quarkiverse.localtask.it.faults.stage.Database.Row;
import io.quarkiverse.localtask.it.faults.stage.Instance;
import io.quarkiverse.localtask.it.faults.stage.Load;
import io.quarkiverse.localtask.it.faults.stage.Stage;
import io.quarkiverse.localtask.it.faults.stage.WallClock;

/** Clocks that jump, processes that stand still, transactions that take long. */
final class Times {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SOON = Duration.ofSeconds(30);
    /** Grace and lease are 10 s. */
    private static final Duration PAUSE = Duration.ofSeconds(13);
    /** How many attempts are under way for each destination of the instance that stands still. */
    private static final int SLOTS = 4;
    private static final int HIGHER_ORDERS = 1_000;
    private static final int TASKS_OF_AN_ORDER = 10;

    private Times() {
    }

    static List<Scenario> scenarios() {
        return List.of(
                Scenario.of("wall-clock-jumps",
                        "the wall clock of one of two instances under load jumps 1 h forward, then 2 h back; it then goes on alone",
                        Times::wallClockJumps),
                Scenario.of("paused-longer-than-its-lease",
                        "an instance stands still (SIGSTOP) for 13 s, with grace and lease of 10 s, and then goes on",
                        Times::paused),
                Scenario.of("transaction-longer-than-the-grace",
                        "business transactions stay open for 0 s to 12 s, with a grace of 10 s, while another instance scans",
                        Times::longTransactions),
                Scenario.of("low-id-commits-late",
                        "a transaction stays open for 60 s while 10,000 tasks with higher ids are accepted and delivered",
                        Times::lowIdCommitsLate));
    }

    private static void wallClockJumps(Stage stage) {
        stage.haveTime();
        WallClock clock = stage.wallClock();
        stage.receiver().behave("d1", "mode=STATUS&status=500&times=1");
        Instance jumping = stage.start(clock.prefix());
        Instance steady = stage.start();
        Load load = stage.load(4, Duration.ofMillis(50), "d0", "d1", "d2");
        load.awaitFurther(100);
        for (Duration jump : List.of(HOUR, HOUR.negated())) {
            clock.jumpTo(jump);
            // it looks at its clock's file once a second
            Await.pass(Duration.ofSeconds(2));
            load.awaitFurther(100);
        }
        steady.terminate(SOON);
        load.awaitFurther(100);
        stage.settle();
        Kills.nothingIsTakenAgain(stage);
        jumping.terminate(SOON);
        Duration behind = Duration.between(timeOfLastLine(jumping), LocalDateTime.now());
        stage.measure("its clock was behind at the end, s", behind.toSeconds());
        stage.expect(behind.minus(HOUR).abs().compareTo(Duration.ofMinutes(5)) < 0, "its clock has jumped: " + behind);
    }

    private static LocalDateTime timeOfLastLine(Instance instance) {
        String[] lines = instance.log().strip().split("\n");
        return LocalDateTime.parse(lines[lines.length - 1].substring(0, 23),
                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS"));
    }

    /**
     * When it goes on, it holds tasks that the other instance has taken over meanwhile: some wait in its memory, some have been
     * answered, with a success or with a failure, while the other instance's attempts are under way.
     */
    private static void paused(Stage stage) {
        stage.haveTime();
        for (String destination : List.of("d0", "d1")) {
            stage.configure("quarkus.local-task.destinations." + destination + ".concurrency", Integer.toString(SLOTS));
        }
        Instance paused = stage.start();
        stage.start();
        place(stage, paused, "first", "d0,d1", "");
        Await.until("the first deliveries, which warm everything up", SOON, () -> stage.database().unfinished() == 0);
        stage.receiver().behave("d0", "mode=STATUS&status=200&delay=300");
        stage.receiver().behave("d1", "mode=STATUS&status=500&delay=300");
        for (int i = 0; i < 30; i++) {
            place(stage, paused, "order-" + i, "d0,d1", "");
        }
        paused.pause();
        Set<String> mayRepeat = stage.takenAndNotWrittenBack();
        stage.measure("in flight or not written back", mayRepeat.size());
        stage.measure("open when it stopped", stage.database().unfinished());
        stage.receiver().behave("d1", "mode=STATUS&status=200&delay=5000");
        Await.pass(PAUSE);
        paused.resume();
        stage.settle();
        Set<String> again = stage.takenAgain();
        stage.measure("taken again", again.size());
        again.removeAll(mayRepeat);
        // an attempt that had begun and had not reached the receiver yet reaches it when the process goes on
        stage.expect(again.size() <= 2 * SLOTS,
                "besides what had been taken, no more than the attempts under way are sent twice: " + Kills.some(again));
    }

    private static void longTransactions(Stage stage) {
        stage.haveTime();
        // long enough for a scan to find the row due while an attempt on it is under way
        stage.receiver().behave("d0", "mode=STATUS&status=200&delay=3000");
        stage.receiver().behave("d1", "mode=STATUS&status=200&delay=3000");
        Instance business = stage.start();
        stage.start();
        List<Thread> callers = new ArrayList<>();
        for (int hold : new int[] { 0, 1_000, 2_000, 5_000, 9_900, 10_100, 12_000 }) {
            for (int i = 0; i < 2; i++) {
                String id = "held-" + hold + "-" + i;
                callers.add(started(() -> place(stage, business, id, "d0,d1", "&hold=" + hold)));
            }
        }
        callers.forEach(Times::join);
        stage.settle();
        Kills.nothingIsTakenAgain(stage);
    }

    private static void lowIdCommitsLate(Stage stage) {
        stage.haveTime();
        // what does not fit is left to the scans, whose cursors so pass the open transaction's id
        for (int i = 0; i < TASKS_OF_AN_ORDER; i++) {
            stage.configure("quarkus.local-task.destinations.d" + i + ".concurrency", "4");
            stage.receiver().behave("d" + i, "mode=STATUS&status=200&delay=150");
        }
        stage.configure("quarkus.local-task.queue.max-per-destination", "10");
        stage.configure("quarkus.local-task.queue.max-spilled", "10");
        List<Instance> instances = List.of(stage.start(), stage.start());
        for (Instance instance : instances) {
            place(stage, instance, "first-" + instance.pid(), "d0,d1,d2,d3,d4,d5,d6,d7,d8,d9", "");
        }
        Await.until("the first deliveries, which warm everything up", SOON, () -> stage.database().unfinished() == 0);
        started(() -> placeWithoutAnAnswer(instances.get(0), "late", "d0", "&hold=60000"));
        Await.until("the INSERT", SOON, () -> stage.database().count("""
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE '%local_task_message%'
                """) == 1);
        AtomicInteger next = new AtomicInteger();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Instance instance = instances.get(i % 2);
            callers.add(started(() -> {
                for (int order; (order = next.getAndIncrement()) < HIGHER_ORDERS;) {
                    place(stage, instance, "order-" + order, "d0,d1,d2,d3,d4,d5,d6,d7,d8,d9", "");
                }
            }));
        }
        callers.forEach(Times::join);
        Await.until("the deliveries of all others", Duration.ofSeconds(60), () -> stage.database().count(
                "SELECT count(*) FROM local_task_message WHERE status = " + Row.SUCCEEDED) == (HIGHER_ORDERS + 2)
                        * TASKS_OF_AN_ORDER);
        long byScans = stage.database().count("SELECT count(*) FROM local_task_message WHERE version > 0");
        stage.measure("claimed by scans", byScans);
        stage.expect(byScans > 0, "scans have passed the open transaction's id");
        stage.expect(!isCommitted(stage, "late"), "the late one was not committed before the others were delivered");
        Await.until("the late commit", Duration.ofSeconds(90), () -> isCommitted(stage, "late"));
        long committed = System.nanoTime();
        stage.settle();
        stage.measure("from its commit to its delivery, ms", (System.nanoTime() - committed) / 1_000_000);
        Kills.nothingIsTakenAgain(stage);
    }

    private static boolean isCommitted(Stage stage, String order) {
        return stage.database().count("SELECT count(*) FROM orders WHERE id = '" + order + "'") == 1;
    }

    private static Thread started(Runnable work) {
        Thread thread = new Thread(work, "caller");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void place(Stage stage, Instance instance, String id, String destinations, String query) {
        try {
            int status = instance.place(id, destinations, "body of " + id, query);
            stage.expect(status == 201, "order " + id + " is placed: " + status);
        } catch (IOException e) {
            stage.expect(false, "order " + id + " is placed: " + e);
        }
    }

    /** It takes longer than a caller would wait. */
    private static void placeWithoutAnAnswer(Instance instance, String id, String destinations, String query) {
        try {
            instance.place(id, destinations, "body of " + id, query);
        } catch (IOException e) {
            // nobody waits for it
        }
    }
}
