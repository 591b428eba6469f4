package io.quarkiverse.localtask.it.faults.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.stage.Await;
import io.quarkiverse.localtask.it.faults.stage.Database.Row;
import io.quarkiverse.localtask.it.faults.stage.Instance;
import io.quarkiverse.localtask.it.faults.stage.Stage;
import io.quarkiverse.localtask.it.support.DatabaseProxy;

/** {@code kill -9} of the application, at each step of a task's way. */
final class KillsAtAStep {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int ORDERS = 20;

    private KillsAtAStep() {
    }

    static List<Scenario> scenarios() {
        return List.of(
                Scenario.of("kill-9-before-the-commit", "killed after the INSERT, before the commit",
                        KillsAtAStep::beforeTheCommit),
                Scenario.of("kill-9-after-the-commit",
                        "killed when the database has committed and the application does not know",
                        KillsAtAStep::afterTheCommit),
                Scenario.of("kill-9-in-flight", "killed while requests are under way, taken by the receiver or not",
                        KillsAtAStep::inFlight),
                Scenario.of("kill-9-before-the-write-back", "killed after the destination has answered, before that is written",
                        KillsAtAStep::beforeTheWriteBack),
                Scenario.of("kill-9-in-a-claim", "killed at a claim, before and after the database has executed it",
                        KillsAtAStep::inAClaim),
                Scenario.of("kill-9-in-a-purge", "killed in a purge, before and after the database has executed it",
                        KillsAtAStep::inAPurge));
    }

    private static void beforeTheCommit(Stage stage) {
        stage.haveTime();
        Instance victim = stage.start();
        place(stage, victim, "before", "d0,d1");
        Await.until("the first deliveries, which warm everything up", SOON, () -> stage.database().unfinished() == 0);
        Thread caller = new Thread(() -> placeInVain(victim, "held", "d0,d1", "&hold=60000"), "caller");
        caller.setDaemon(true);
        caller.start();
        Await.until("the INSERT", SOON, () -> stage.database().count("""
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE '%local_task_message%'
                """) == 1);
        // time for what must not happen: an attempt
        Await.pass(Duration.ofSeconds(1));
        victim.kill();
        Instance next = stage.start();
        place(stage, next, "after", "d0");
        stage.settle();
        stage.expect(stage.database().orders().stream().noneMatch(order -> order.id().equals("held")),
                "what was not committed is not there");
        Kills.nothingIsTakenAgain(stage);
    }

    private static void afterTheCommit(Stage stage) {
        stage.haveTime();
        try (DatabaseProxy proxy = new DatabaseProxy(stage.database().url())) {
            // so that the next COMMIT is the business's
            stage.configure("quarkus.local-task.compensation.enabled", "false");
            Instance victim = startBehind(proxy, stage);
            stage.configure("quarkus.local-task.compensation.enabled", "true");
            place(stage, victim, "before", "d0");
            Await.until("delivery", SOON, () -> stage.database().unfinished() == 0);
            proxy.at("COMMIT", 1, true, victim::kill);
            placeInVain(victim, "committed", "d0,d1", "");
            Await.until("the kill", SOON, () -> !victim.isAlive());
            stage.expect(stage.database().unfinished() == 2, "both tasks are committed and open");
            stage.expect(stage.receiver().deliveries().size() == 1, "they were not sent before the commit was known");
        }
        stage.start();
        stage.settle();
        stage.expect(stage.receiver().deliveries().size() == 3, "everything is sent once");
    }

    private static void inFlight(Stage stage) {
        stage.haveTime();
        stage.receiver().behave("d0", "mode=NEVER");
        stage.receiver().behave("d1", "mode=STATUS&status=200&delay=3000");
        Instance victim = stage.start();
        for (int i = 0; i < ORDERS; i++) {
            place(stage, victim, "in-flight-" + i, "d0,d1");
        }
        Await.until("all are under way", SOON, () -> stage.receiver().deliveries().size() >= 2 * ORDERS);
        victim.kill();
        Set<String> mayRepeat = stage.takenAndNotWrittenBack();
        stage.measure("in flight or not written back", mayRepeat.size());
        stage.receiver().behaveWell("d0");
        stage.receiver().behaveWell("d1");
        stage.start();
        stage.settle();
        Kills.onlyThoseAreTakenAgain(stage, mayRepeat);
    }

    private static void beforeTheWriteBack(Stage stage) {
        stage.haveTime();
        // an outcome waits a second for others
        stage.configure("quarkus.local-task.outcome.max-wait", "1s");
        Instance victim = stage.start();
        place(stage, victim, "first", "d0");
        Await.until("the first delivery, which warms everything up", SOON, () -> stage.database().unfinished() == 0);
        for (int i = 0; i < ORDERS; i++) {
            place(stage, victim, "answered-" + i, "d0,d1");
        }
        Await.until("deliveries", SOON, () -> stage.receiver().deliveries().size() >= ORDERS);
        victim.kill();
        Set<String> mayRepeat = stage.takenAndNotWrittenBack();
        stage.measure("in flight or not written back", mayRepeat.size());
        stage.expect(!mayRepeat.isEmpty(), "some outcomes were not written back at the kill");
        stage.start();
        stage.settle();
        Kills.onlyThoseAreTakenAgain(stage, mayRepeat);
    }

    private static void inAClaim(Stage stage) {
        stage.haveTime();
        stage.receiver().behave("d1", "mode=STATUS&status=500&times=1");
        Set<String> mayRepeat = killAt("SET status = 1", false, false, stage);
        mayRepeat.addAll(killAt("SET status = 1", true, false, stage));
        long claimed = stage.database().count("SELECT count(*) FROM local_task_message WHERE status = " + Row.CLAIMED);
        stage.measure("claimed by the dead", claimed);
        stage.expect(claimed > 0, "the claim was executed");
        recover(stage, mayRepeat);
    }

    private static void inAPurge(Stage stage) {
        stage.haveTime();
        stage.configure("quarkus.local-task.retention.succeeded", "1s");
        stage.configure("quarkus.local-task.retention.interval", "1s");
        // those that wait must outlive it
        stage.receiver().behave("d2", "mode=STATUS&status=500");
        Set<String> mayRepeat = killAt("DELETE FROM", false, true, stage);
        mayRepeat.addAll(killAt("DELETE FROM", true, true, stage));
        stage.receiver().behaveWell("d2");
        recover(stage, mayRepeat);
        Await.until("the purge of everything", SOON, () -> stage.database().tasks().isEmpty());
    }

    /**
     * @param executed whether the database executes the statement; its answer does not arrive
     * @param whenDelivered whether the statement is one after everything is delivered
     * @return what was under way
     */
    private static Set<String> killAt(String statement, boolean executed, boolean whenDelivered, Stage stage) {
        try (DatabaseProxy proxy = new DatabaseProxy(stage.database().url())) {
            Instance victim = startBehind(proxy, stage);
            if (!whenDelivered) {
                proxy.at(statement, 1, executed, victim::kill);
            }
            for (int i = 0; i < ORDERS && victim.isAlive(); i++) {
                placeInVain(victim, (executed ? "executed-" : "not-executed-") + i, "d0,d1", "");
            }
            if (whenDelivered) {
                placeInVain(victim, executed ? "waiting-2" : "waiting-1", "d2", "");
                Await.until("delivery", SOON, () -> stage.database().unfinished() <= (executed ? 2 : 1));
                proxy.at(statement, 1, executed, victim::kill);
            }
            Await.until("the kill", SOON, () -> !victim.isAlive());
        }
        return stage.takenAndNotWrittenBack();
    }

    private static void recover(Stage stage, Set<String> mayRepeat) {
        stage.measure("in flight or not written back", mayRepeat.size());
        place(stage, stage.start(), "after", "d0");
        stage.settle();
        Kills.onlyThoseAreTakenAgain(stage, mayRepeat);
    }

    /** PostgreSQL's driver sends every statement's text through the proxy. */
    private static Instance startBehind(DatabaseProxy proxy, Stage stage) {
        String url = stage.database().url();
        stage.configure("quarkus.datasource.jdbc.url", proxy.url(url) + "?prepareThreshold=0");
        Instance instance = stage.start();
        stage.configure("quarkus.datasource.jdbc.url", url);
        return instance;
    }

    private static void place(Stage stage, Instance instance, String id, String destinations) {
        try {
            int status = instance.place(id, destinations, "body of " + id, "");
            stage.expect(status == 201, "order " + id + " is placed: " + status);
        } catch (IOException e) {
            stage.expect(false, "order " + id + " is placed: " + e);
        }
    }

    /** Whether it is answered or not. */
    private static void placeInVain(Instance instance, String id, String destinations, String query) {
        try {
            instance.place(id, destinations, "body of " + id, query);
        } catch (IOException e) {
            // it was killed meanwhile
        }
    }
}
