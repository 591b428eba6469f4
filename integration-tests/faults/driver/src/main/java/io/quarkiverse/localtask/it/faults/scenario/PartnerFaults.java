package io.quarkiverse.localtask.it.faults.scenario;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
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
import io.quarkiverse.localtask.it.faults.stage.KeyStores;
import io.quarkiverse.localtask.it.faults.stage.Load;
import io.quarkiverse.localtask.it.faults.stage.Stage;
import io.quarkiverse.localtask.it.support.RabbitMqServer;

/** Partners over HTTP that do what partners do. Beside them, d0 is healthy and must not notice. */
final class PartnerFaults {

    private static final Duration ARRIVES = Duration.ofSeconds(30);
    /** A scan looks once a second, and the machine may be busy. */
    private static final long LATE_MILLIS = 4_000;
    private static final String SECRET = "hush-hush";

    private PartnerFaults() {
    }

    static List<Scenario> scenarios() {
        return List.of(
                Scenario.inShort("bad-partners",
                        "beside a healthy partner nine are bad for 12 s: refuse, never answer, trickle body or head, answer 1 GB,"
                                + " close before, in or after the answer, answer 503",
                        PartnerFaults::badPartners),
                Scenario.of("partner-statuses", "a partner answers with one status after the other, interim ones included",
                        PartnerFaults::statuses),
                Scenario.of("partner-retry-after", "Retry-After in seconds, as date, negative, ten years, garbage",
                        PartnerFaults::retryAfter),
                Scenario.of("partner-tls", "TLS with an unknown CA, and with the name of another host", PartnerFaults::tls),
                Scenario.of("partner-closes-kept-alive", "a partner closes its connections after each answer without a word",
                        PartnerFaults::keepAliveClosed),
                Scenario.of("partner-dead-for-30-s", "one partner is dead for 30 s under load: a handful of log lines",
                        PartnerFaults::deadFor30Seconds));
    }

    private static void badPartners(Stage stage) throws IOException {
        int closedPort = RabbitMqServer.freePort();
        int rawPort = stage.receiver().listenRaw();
        stage.configure("quarkus.local-task.destinations.d6.url", "http://127.0.0.1:" + closedPort + "/d6");
        stage.configure("quarkus.local-task.destinations.d9.url", "http://127.0.0.1:" + rawPort + "/d9");
        stage.configure("quarkus.local-task.destinations.d1.headers.X-Secret", SECRET);
        // few slots: a bad partner that held others' would be seen soon
        for (int i = 0; i < 10; i++) {
            stage.configure("quarkus.local-task.destinations.d" + i + ".concurrency", "8");
        }
        Instance instance = stage.start();
        Load healthy = stage.load(2, Duration.ofMillis(20), "d0");
        healthy.awaitFurther(200);
        long start = now(stage);
        stage.measure("d0 before, ms: p99, slowest", latencies(stage, 0, start));
        stage.receiver().behave("d1", "mode=NEVER");
        stage.receiver().behave("d2", "mode=TRICKLE");
        stage.receiver().behave("d3", "mode=HUGE");
        stage.receiver().behave("d4", "mode=CLOSE");
        stage.receiver().behave("d5", "mode=CLOSE_IN_THE_BODY");
        stage.receiver().behave("d7", "mode=STATUS&status=503");
        stage.receiver().behave("d8", "mode=CLOSE_AFTER");
        stage.receiver().behaveRaw("d9", "TRICKLE");
        Load bad = stage.load(2, Duration.ofMillis(40), "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9");
        Await.pass(Duration.ofSeconds(6));
        stage.receiver().behaveRaw("d9", "TRICKLED_HINTS");
        Await.pass(Duration.ofSeconds(6));
        bad.stop();
        healthy.stop();
        long end = now(stage);
        stage.receiver().listen(closedPort);
        for (int i = 1; i < 10; i++) {
            stage.receiver().behaveWell("d" + i);
        }
        stage.receiver().behaveRaw("d9", "WELL");
        Await.until("the healthy partner has everything", ARRIVES, () -> stage.database()
                .count("SELECT count(*) FROM local_task_message WHERE destination = 'd0' AND status <> 2") == 0);
        Latencies beside = latencies(stage, start, end);
        stage.measure("d0 beside bad ones, ms: p99, slowest", beside);
        stage.expect(beside.slowest < 5_000, "no task for the healthy partner waits for a bad one, not even for its grace");
        stage.settle();
        for (String destination : List.of("d2", "d3", "d5", "d8")) {
            long repeated = stage.receiver().deliveries().stream()
                    .filter(delivery -> delivery.destination().equals(destination) && delivery.attempt() > 1
                            && takenBefore(stage, delivery))
                    .count();
            stage.expect(repeated == 0, "an answer counts at its head, whatever becomes of its body: " + repeated
                    + " repeated to " + destination);
        }
        expectReason(stage, instance);
        // each says once that it does not work, and once that it works again
        CivilLog.expect(stage, 1 + 2 * 9, SECRET);
    }

    /** Reasons are short and hold nothing of the request. */
    private static void expectReason(Stage stage, Instance instance) {
        stage.expect(stage.database().count("SELECT count(*) FROM local_task_message WHERE last_error LIKE '%" + SECRET
                + "%' OR last_error LIKE '%filler%'") == 0, "no secret and no payload in an error text");
        stage.expect(instance.isAlive(), "the instance lives");
    }

    private static boolean takenBefore(Stage stage, Delivery delivery) {
        return stage.receiver().deliveries().stream().anyMatch(other -> other.taskId().equals(delivery.taskId())
                && other.accepted() && other.attempt() < delivery.attempt());
    }

    private static void statuses(Stage stage) throws IOException {
        int rawPort = stage.receiver().listenRaw();
        stage.configure("quarkus.local-task.destinations.d9.url", "http://127.0.0.1:" + rawPort + "/d9");
        stage.configure("quarkus.local-task.http.permanent-statuses", "422");
        Instance instance = stage.start();
        Load healthy = stage.load(1, Duration.ofMillis(50), "d0");
        List<Integer> dead = List.of(410, 422);
        for (int status : List.of(200, 202, 204, 301, 302, 304, 307, 400, 401, 404, 408, 410, 422, 425, 429, 500, 502, 503, 504,
                599)) {
            stage.receiver().behave("d1", "mode=STATUS&times=1&status=" + status);
            String taskId = place(stage, instance, "status-" + status, "d1");
            if (dead.contains(status)) {
                stage.expectDead(taskId);
            }
            awaitArrival(stage, taskId);
        }
        for (String answer : List.of("HINTS", "PROCESSING", "SWITCHING", "HALF_A_HEAD", "NO_HTTP")) {
            stage.receiver().behaveRaw("d9", answer);
            String taskId = place(stage, instance, answer, "d9");
            awaitArrival(stage, taskId);
            Await.until("the attempt on " + answer + " has an outcome", ARRIVES,
                    () -> row(stage, taskId).status() != Row.PENDING);
            if (!answer.equals("HINTS")) {
                stage.measure("reason of " + answer, row(stage, taskId).lastError());
            }
            stage.receiver().behaveRaw("d9", "WELL");
            Await.until(answer + " is over", ARRIVES, () -> row(stage, taskId).status() == Row.SUCCEEDED);
        }
        stage.receiver().behaveWell("d1");
        healthy.stop();
        stage.settle();
        Map<String, Integer> arrivals = new LinkedHashMap<>();
        stage.receiver().deliveries().forEach(delivery -> arrivals.merge(delivery.taskId(), 1, Integer::sum));
        for (Row row : stage.database().tasks()) {
            if (row.taskId().startsWith("status-")) {
                int status = Integer.parseInt(row.taskId().substring(7, 10));
                int expected = status < 300 || dead.contains(status) ? 1 : 2;
                stage.expect(arrivals.get(row.taskId()) == expected && row.attempts() == expected,
                        row.taskId() + " is sent " + expected + " times, not " + arrivals.get(row.taskId()) + "; attempts "
                                + row.attempts());
            }
        }
        stage.expect(arrivals.get("HINTS:d9") == 1, "interim responses are no answer and no failure");
        CivilLog.expect(stage, 5);
    }

    private static void retryAfter(Stage stage) throws IOException {
        stage.configure("quarkus.local-task.retry.max-delay", "8s");
        Instance instance = stage.start();
        Load healthy = stage.load(1, Duration.ofMillis(50), "d0");
        healthy.awaitFurther(20);
        String inFourSeconds = ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(5).format(DateTimeFormatter.RFC_1123_DATE_TIME);
        long placed = System.currentTimeMillis();
        Map<String, String> values = new LinkedHashMap<>();
        values.put("d1", "4");
        values.put("d2", inFourSeconds);
        values.put("d3", "-5");
        values.put("d4", "315360000");
        values.put("d5", "Fri, 01 Jan 2100 00:00:00 GMT");
        values.put("d6", "as soon as possible");
        Map<String, String> tasks = new LinkedHashMap<>();
        for (Map.Entry<String, String> value : values.entrySet()) {
            stage.receiver().behave(value.getKey(), "mode=STATUS&status=503&times=1&retry-after="
                    + URLEncoder.encode(value.getValue(), StandardCharsets.UTF_8));
            tasks.put(value.getKey(), place(stage, instance, "retry-after-" + value.getKey(), value.getKey()));
        }
        Await.until("all are sent again", ARRIVES,
                () -> tasks.values().stream().allMatch(id -> arrivals(stage, id).size() > 1));
        healthy.stop();
        stage.settle();
        expectGap(stage, tasks.get("d1"), "seconds", 4_000);
        // a date has whole seconds, and the clock was read before the first attempt
        long untilDate = placed / 1000 * 1000 + 5_000 - arrivals(stage, tasks.get("d2")).get(0).millis();
        expectGap(stage, tasks.get("d2"), "date", untilDate);
        expectGap(stage, tasks.get("d3"), "negative", 800);
        expectGap(stage, tasks.get("d4"), "ten years", 8_000);
        expectGap(stage, tasks.get("d5"), "date in 2100", 8_000);
        expectGap(stage, tasks.get("d6"), "garbage", 800);
    }

    private static void expectGap(Stage stage, String taskId, String what, long millis) {
        List<Delivery> arrivals = arrivals(stage, taskId);
        long gap = arrivals.get(1).millis() - arrivals.get(0).millis();
        stage.measure("sent again after, ms (" + what + ")", gap);
        stage.expect(gap >= millis && gap <= millis + LATE_MILLIS, what + ": sent again after " + millis + " to "
                + (millis + LATE_MILLIS) + " ms, not " + gap);
    }

    private static void tls(Stage stage) throws IOException {
        Path unknown = KeyStores.key(stage.directory(), "unknown", "ip:127.0.0.1");
        Path otherHost = KeyStores.key(stage.directory(), "other-host", "dns:partner.example");
        Path good = KeyStores.key(stage.directory(), "good", "ip:127.0.0.1");
        Path trust = KeyStores.trust(stage.directory(), otherHost, good);
        stage.configure("quarkus.tls.partner.trust-store.p12.path", trust.toString());
        stage.configure("quarkus.tls.partner.trust-store.p12.password", KeyStores.PASSWORD);
        Map<String, Path> keys = new LinkedHashMap<>(Map.of("d1", unknown, "d2", otherHost, "d3", good));
        keys.forEach((destination, key) -> {
            int port = stage.receiver().listenTls(key, KeyStores.PASSWORD);
            stage.configure(url(destination), "https://127.0.0.1:" + port + "/" + destination);
            stage.configure("quarkus.local-task.destinations." + destination + ".tls-configuration-name", "partner");
        });
        Instance instance = stage.start();
        Load healthy = stage.load(1, Duration.ofMillis(50), "d0", "d3");
        List<String> refused = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            refused.add(place(stage, instance, "unknown-ca-" + i, "d1"));
            refused.add(place(stage, instance, "other-host-" + i, "d2"));
        }
        Await.until("every certificate is refused twice", ARRIVES, () -> refused.stream().map(id -> row(stage, id))
                .allMatch(row -> row.attempts() >= 2));
        healthy.awaitFurther(20);
        for (String taskId : refused) {
            stage.expect(arrivals(stage, taskId).isEmpty(), taskId + " is not sent to whom cannot be trusted");
            String reason = row(stage, taskId).lastError();
            stage.expect(reason != null && reason.contains("certificate"), "the reason says certificate, not: " + reason);
        }
        stage.measure("reasons", row(stage, refused.get(0)).lastError() + ", " + row(stage, refused.get(1)).lastError());
        CivilLog.expect(stage, 1 + 2 * 2);
        instance.terminate(Duration.ofSeconds(20));
        // the partners have got their certificates right
        keys.keySet().forEach(destination -> stage.configure(url(destination), stage.receiver().url() + "/" + destination));
        stage.start();
        stage.settle();
    }

    private static void keepAliveClosed(Stage stage) {
        stage.start();
        Load load = stage.load(8, Duration.ofMillis(10), "d0", "d1");
        // the first attempts of a cold process may time out, and are repeated for that
        load.awaitFurther(1_000);
        long since = System.currentTimeMillis();
        stage.receiver().behave("d1", "mode=CLOSE_AFTER");
        load.awaitFurther(2_000);
        stage.settle();
        List<Row> rows = stage.database().tasks().stream().filter(row -> row.destination().equals("d1")).toList();
        int attempts = rows.stream().mapToInt(Row::attempts).sum();
        stage.measure("tasks, attempts on connections that close", rows.size() + ", " + attempts);
        stage.expect(attempts < rows.size() * 1.5, "most attempts meet a connection that is open");
        List<Delivery> closed = stage.receiver().deliveries().stream()
                .filter(delivery -> delivery.destination().equals("d1") && delivery.millis() >= since).toList();
        long repeated = closed.size() - closed.stream().map(Delivery::taskId).distinct().count();
        stage.expect(repeated == 0, "what was answered is not sent again: " + repeated);
    }

    private static void deadFor30Seconds(Stage stage) {
        int closedPort = RabbitMqServer.freePort();
        stage.configure("quarkus.local-task.destinations.d1.url", "http://127.0.0.1:" + closedPort + "/d1");
        stage.configure("quarkus.local-task.destinations.d1.headers.X-Secret", SECRET);
        stage.receiver().behave("d2", "mode=NEVER");
        Instance instance = stage.start();
        Load load = stage.load("d0", "d1", "d2");
        Await.pass(Duration.ofSeconds(30));
        long failed = stage.database().query("SELECT sum(attempts) FROM local_task_message WHERE status <> 2",
                row -> row.getLong(1)).get(0);
        stage.measure("failed attempts in 30 s, of tasks not delivered by then", failed);
        load.stop();
        stage.receiver().listen(closedPort);
        stage.receiver().behaveWell("d2");
        stage.settle();
        expectReason(stage, instance);
        CivilLog.expect(stage, 1 + 2 * 2, SECRET);
    }

    private static String url(String destination) {
        return "quarkus.local-task.destinations." + destination + ".url";
    }

    private static String place(Stage stage, Instance instance, String id, String destination) throws IOException {
        int status = instance.place(id, destination, "{\"order\":\"" + id + "\",\"filler\":\"\"}", "");
        if (status != 201) {
            throw new IllegalStateException("Order " + id + " was answered with " + status);
        }
        return id + ":" + destination;
    }

    private static void awaitArrival(Stage stage, String taskId) {
        Await.until(taskId + " arrives", ARRIVES, () -> !arrivals(stage, taskId).isEmpty());
    }

    private static List<Delivery> arrivals(Stage stage, String taskId) {
        return stage.receiver().deliveries().stream().filter(delivery -> delivery.taskId().equals(taskId)).toList();
    }

    private static Row row(Stage stage, String taskId) {
        return stage.database().tasks().stream().filter(row -> row.taskId().equals(taskId)).findFirst().orElseThrow();
    }

    /** @return the database's clock, in milliseconds */
    private static long now(Stage stage) {
        return stage.database().query("SELECT clock_timestamp()", row -> row.getTimestamp(1).getTime()).get(0);
    }

    /** From INSERT to arrival. */
    private record Latencies(long p99, long slowest) {

        @Override
        public String toString() {
            return p99 + ", " + slowest;
        }
    }

    /** @return those of d0's tasks that were accepted between these moments */
    private static Latencies latencies(Stage stage, long from, long to) {
        Map<String, Long> accepted = new LinkedHashMap<>();
        stage.database().query("SELECT task_id, create_time FROM local_task_message WHERE destination = 'd0'",
                row -> accepted.put(row.getString(1), row.getTimestamp(2).getTime()));
        List<Long> sorted = stage.receiver().deliveries().stream().filter(delivery -> accepted.containsKey(delivery.taskId()))
                .filter(delivery -> accepted.get(delivery.taskId()) >= from && accepted.get(delivery.taskId()) < to)
                .map(delivery -> delivery.millis() - accepted.get(delivery.taskId())).sorted().toList();
        stage.expect(sorted.size() >= 50, "there are enough tasks to judge by: " + sorted.size());
        return sorted.isEmpty() ? new Latencies(0, 0)
                : new Latencies(sorted.get(sorted.size() * 99 / 100), sorted.get(sorted.size() - 1));
    }
}
