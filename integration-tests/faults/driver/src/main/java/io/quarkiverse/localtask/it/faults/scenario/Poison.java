package io.quarkiverse.localtask.it.faults.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.receiver.Delivery;
import io.quarkiverse.localtask.it.faults.stage.Await;
import io.quarkiverse.localtask.it.faults.stage.CivilLog;
import io.quarkiverse.localtask.it.faults.stage.Database.Row;
import io.quarkiverse.localtask.it.faults.stage.Instance;
import io.quarkiverse.localtask.it.faults.stage.Load;
import io.quarkiverse.localtask.it.faults.stage.Stage;

/** Tasks, channels and rows that nothing good comes of. Beside them, d0 must not notice. */
final class Poison {

    private static final Duration SOON = Duration.ofSeconds(30);

    private Poison() {
    }

    static List<Scenario> scenarios() {
        return List.of(
                Scenario.of("poison-throws", "a channel throws exceptions and errors", Poison::throwing),
                Scenario.of("poison-blocks", "a channel blocks for ever, whatever interrupts it", Poison::blocking),
                Scenario.of("poison-unknown-destination", "tasks wait for a destination that no running instance knows",
                        Poison::unknownDestination),
                Scenario.of("poison-rows", "rows are edited by hand into nonsense", Poison::oddRows));
    }

    private static void throwing(Stage stage) throws IOException {
        stage.configure("quarkus.local-task.destinations.poison.retry.max-attempts", "3");
        Instance instance = stage.start();
        Load load = stage.load("d0");
        load.awaitFurther(50);
        for (String payload : List.of("throw", "error")) {
            for (int i = 0; i < 10; i++) {
                stage.expectDead(place(instance, payload + i, "poison", payload));
            }
        }
        load.awaitFurther(200);
        stage.settle();
        stage.database().tasks().stream().filter(row -> row.destination().equals("poison")).forEach(row -> {
            stage.expect(row.attempts() == 3, row.taskId() + " had 3 attempts, not " + row.attempts());
            stage.expect(row.lastError().startsWith("java.lang.") && !row.lastError().contains("on purpose"),
                    "the reason is the exception's kind, not its text: " + row.lastError());
        });
        // one line of each dead task
        CivilLog.expect(stage, 20 + 3, "on purpose");
    }

    private static void blocking(Stage stage) throws IOException {
        int slots = 4;
        stage.configure("quarkus.local-task.destinations.poison.concurrency", Integer.toString(slots));
        stage.configure("quarkus.local-task.destinations.poison.retry.max-attempts", "1");
        Instance instance = stage.start();
        Load load = stage.load("d0");
        load.awaitFurther(300);
        int before = instance.threads();
        int tasks = slots + 3;
        for (int i = 0; i < tasks; i++) {
            stage.expectDead(place(instance, "block" + i, "poison", "block"));
        }
        Await.until("as many calls as may be have not returned", SOON, () -> dead(stage) == slots);
        int after = instance.threads();
        long served = load.confirmedCount();
        // several times what the blocked ones wait for
        Await.pass(Duration.ofSeconds(10));
        stage.measure("threads: before, with all slots blocked, 10 s later", before + ", " + after + ", " + instance.threads());
        stage.expect(instance.threads() <= before + slots + 2, "no thread but one of each slot");
        stage.expect(dead(stage) == slots, "nothing more is sent to a destination all of whose calls block");
        stage.expect(load.confirmedCount() > served, "others go on");
        Await.until("the others are delivered meanwhile", SOON, () -> stage.database()
                .count("SELECT count(*) FROM local_task_message WHERE destination = 'd0' AND status = 2") > served);
        stage.expect(CivilLog.of(instance).count("is sent nothing until calls of its channel") == 1, "it says so once");
        CivilLog.expect(stage, slots + 2);
        // nothing but an end ends such a call
        instance.kill();
        stage.start();
        stage.settle();
    }

    private static long dead(Stage stage) {
        return stage.database().count("SELECT count(*) FROM local_task_message WHERE destination = 'poison' AND status = 4");
    }

    private static void unknownDestination(Stage stage) throws IOException {
        Instance older = stage.start();
        Load load = stage.load("d0");
        load.awaitFurther(50);
        stage.configure("quarkus.local-task.destinations.new.url", stage.receiver().url() + "/new");
        stage.configure("quarkus.local-task.destinations.new.timeout", "4s");
        stage.receiver().behave("new", "mode=STATUS&status=503");
        Instance newer = stage.start();
        List<String> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiting.add(place(newer, "new" + i, "new", "new"));
        }
        Await.until("all were refused once", SOON, () -> arrivals(stage, "new") >= 20);
        newer.kill();
        long arrived = arrivals(stage, "new");
        // as if the newer instance had died before its first attempt on this one
        stage.database().execute("UPDATE local_task_message SET status = 0, version = version + 1, next_attempt_time = now()"
                + " WHERE task_id = '" + waiting.get(0) + "'");
        Map<String, Integer> attempts = attempts(stage, "new");
        load.awaitFurther(100);
        // longer than lease, lap and retries
        Await.pass(Duration.ofSeconds(12));
        stage.expect(attempts(stage, "new").equals(attempts), "rows for an unknown destination cost no attempt: " + attempts
                + ", later " + attempts(stage, "new"));
        stage.expect(arrivals(stage, "new") == arrived, "nothing is sent");
        stage.measure("tasks that waited for an instance that knows", stage.database()
                .count("SELECT count(*) FROM local_task_message WHERE destination = 'new' AND status NOT IN (2, 4, 6)"));
        stage.expect(CivilLog.of(older).count("which this instance does not know") == 1, "the older instance says so once");
        stage.receiver().behaveWell("new");
        CivilLog.expect(stage, 3);
        long start = System.nanoTime();
        stage.start();
        Await.until("an instance that knows it delivers", SOON, () -> stage.database().count(
                "SELECT count(*) FROM local_task_message WHERE destination = 'new' AND status <> 2") == 0);
        stage.measure("delivered after, ms, the start included", Duration.ofNanos(System.nanoTime() - start).toMillis());
    }

    private static Map<String, Integer> attempts(Stage stage, String destination) {
        Map<String, Integer> attempts = new LinkedHashMap<>();
        stage.database().tasks().stream().filter(row -> row.destination().equals(destination))
                .sorted((a, b) -> a.taskId().compareTo(b.taskId())).forEach(row -> attempts.put(row.taskId(), row.attempts()));
        return attempts;
    }

    /** What is set in a row, and what mends it ({@code null}: nothing has to be mended). */
    private record Edit(String nonsense, String mending) {
    }

    private static void oddRows(Stage stage) throws IOException {
        stage.receiver().behave("d1", "mode=STATUS&status=503");
        Instance instance = stage.start();
        Load load = stage.load("d0", "d2");
        Map<String, Edit> edits = edits();
        for (String name : edits.keySet()) {
            place(instance, name, "d1", "odd");
        }
        place(instance, "behind", "d1", "odd");
        Await.until("all were refused once", SOON, () -> stage.database().tasks().stream()
                .filter(row -> row.destination().equals("d1")).allMatch(row -> row.attempts() > 0));
        // no editor of rows asks a schema
        stage.database().execute("ALTER TABLE local_task_message ALTER payload DROP NOT NULL",
                "ALTER TABLE local_task_message ALTER content_type DROP NOT NULL",
                "ALTER TABLE local_task_message ALTER task_name DROP NOT NULL",
                "ALTER TABLE local_task_message ALTER next_attempt_time DROP NOT NULL");
        edits.forEach((name, edit) -> edit(stage, name, edit.nonsense));
        // in the same house as the one that is due in the year 9999, and younger
        edit(stage, "behind", "status = 0, house_number = 7, next_attempt_time = now()");
        stage.receiver().behaveWell("d1");
        List<String> sendable = new ArrayList<>(List.of("behind"));
        edits.forEach((name, edit) -> {
            if (edit.mending == null) {
                sendable.add(name);
            }
        });
        Await.until("what can be sent is sent: " + sendable, Stage.RECOVERY, () -> {
            List<String> left = new ArrayList<>(sendable);
            left.removeIf(name -> row(stage, name).status() == Row.SUCCEEDED);
            stage.measure("odd rows still waiting", left.toString());
            return left.isEmpty();
        });
        Await.pass(Duration.ofSeconds(5));
        load.awaitFurther(100);
        stage.measure("odd rows that were sent as they are, and those that wait", sendable.size() + ", "
                + (edits.size() + 1 - sendable.size()));
        edits.forEach((name, edit) -> {
            if (edit.mending != null) {
                stage.expect(stage.receiver().deliveries().stream().noneMatch(
                        delivery -> delivery.accepted() && delivery.taskId().startsWith(name)), name + " is not sent");
                stage.measure("reason of " + name, row(stage, name).lastError());
            }
        });
        int worst = worstWait(stage);
        stage.expect(worst < 5_000, "no neighbour waits for odd rows: " + worst + " ms");
        stage.measure("slowest delivery to d0 and d2, ms", worst);
        for (String name : List.of("bad-json", "bad-base64", "last-attempt", "last-version")) {
            stage.expect(CivilLog.of(instance).count("'" + name + ":d1'") == 1, name + " is told of once");
        }
        CivilLog.expect(stage, 18);
        edits.forEach((name, edit) -> {
            if (edit.mending != null) {
                edit(stage, name, edit.mending);
            }
        });
        stage.settle();
    }

    private static Map<String, Edit> edits() {
        String due = "status = 3, attempts = 0, version = 1, next_attempt_time = now()";
        Map<String, Edit> edits = new LinkedHashMap<>();
        edits.put("year-9999", new Edit("status = 0, house_number = 7, next_attempt_time = '9999-12-31'", due));
        edits.put("status-77", new Edit("status = 77", due));
        edits.put("negative-attempts", new Edit("attempts = -5", null));
        edits.put("first-attempt", new Edit("attempts = -2147483648", null));
        edits.put("last-attempt", new Edit("attempts = 2147483647", due));
        edits.put("negative-version", new Edit("version = -7", null));
        edits.put("last-version", new Edit("version = 2147483647", due));
        edits.put("bad-json", new Edit("notify_config = 'no { json'", due + ", notify_config = NULL"));
        edits.put("other-json", new Edit("notify_config = '{\"headers\": [1, 2]}'", due + ", notify_config = NULL"));
        edits.put("bad-base64", new Edit("notify_config = '{\"payload-encoding\":\"base64\"}', payload = '%%%'",
                due + ", notify_config = NULL, payload = 'odd'"));
        edits.put("split-header", new Edit("notify_config = '{\"headers\":{\"X\":\"a\\r\\nY: b\"}}'",
                due + ", notify_config = NULL"));
        edits.put("split-content-type",
                new Edit("content_type = E'text/plain\\r\\nY: b'", due + ", content_type = 'text/plain'"));
        edits.put("no-payload", new Edit("payload = NULL", due + ", payload = 'odd'"));
        edits.put("no-content-type", new Edit("content_type = NULL", due + ", content_type = 'text/plain'"));
        edits.put("no-name", new Edit("task_name = NULL", null));
        edits.put("no-time", new Edit("next_attempt_time = NULL", due));
        edits.put("house-99999", new Edit("house_number = 99999", null));
        edits.put("house-minus-3", new Edit("house_number = -3", null));
        edits.put("end-of-time", new Edit("next_attempt_time = 'infinity'", due));
        edits.put("before-all-time", new Edit("next_attempt_time = '-infinity'", null));
        edits.put("year-1", new Edit("next_attempt_time = '0001-01-01'", null));
        edits.put("no-destination", new Edit("destination = ''", due + ", destination = 'd1'"));
        edits.put("other-channel", new Edit("channel = 'no such channel'", null));
        edits.put("claimed-by-nobody", new Edit("status = 1, next_attempt_time = '2001-01-01'", null));
        edits.put("scheduled", new Edit("status = 5, next_attempt_time = '2001-01-01'", null));
        return edits;
    }

    /** Due now, unless the edit says otherwise. */
    private static void edit(Stage stage, String name, String values) {
        Map<String, String> set = new LinkedHashMap<>(Map.of("status", "3", "next_attempt_time", "now()"));
        StringBuilder text = new StringBuilder(values);
        set.forEach((column, value) -> {
            if (!values.contains(column + " =")) {
                text.append(", ").append(column).append(" = ").append(value);
            }
        });
        stage.database().execute("UPDATE local_task_message SET " + text + " WHERE task_id = '" + name + ":d1'");
    }

    private static int worstWait(Stage stage) {
        Map<String, Long> accepted = new LinkedHashMap<>();
        stage.database().query("SELECT task_id, create_time FROM local_task_message WHERE destination IN ('d0', 'd2')",
                row -> accepted.put(row.getString(1), row.getTimestamp(2).getTime()));
        return stage.receiver().deliveries().stream().filter(delivery -> accepted.containsKey(delivery.taskId()))
                .mapToInt(delivery -> (int) (delivery.millis() - accepted.get(delivery.taskId()))).max().orElse(0);
    }

    private static long arrivals(Stage stage, String destination) {
        return stage.receiver().deliveries().stream().map(Delivery::destination).filter(destination::equals).count();
    }

    private static Row row(Stage stage, String name) {
        return stage.database().tasks().stream().filter(row -> row.taskId().equals(name + ":d1")).findFirst().orElseThrow();
    }

    private static String place(Instance instance, String id, String destination, String body) throws IOException {
        if (instance.place(id, destination, body, "") != 201) {
            throw new IllegalStateException("Order " + id + " was not accepted");
        }
        return id + ":" + destination;
    }
}
