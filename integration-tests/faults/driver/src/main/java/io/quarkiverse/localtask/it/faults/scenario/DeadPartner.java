package io.quarkiverse.localtask.it.faults.scenario;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.receiver.Delivery;
import io.quarkiverse.localtask.it.faults.stage.Await;
import io.quarkiverse.localtask.it.faults.stage.Load;
import io.quarkiverse.localtask.it.faults.stage.Stage;

/** One partner of ten is dead, and a large backlog waits for it. */
final class DeadPartner {

    private static final String DEAD = "d9";
    private static final String[] HEALTHY = IntStream.range(0, 9).mapToObj(i -> "d" + i).toArray(String[]::new);
    private static final int CONCURRENCY = 64;
    /** Body and its hash, as {@code OrderService} of the application makes it. */
    private static final String BODY = "backlog";
    private static final String HASH = "sha256(convert_to('" + BODY + "', 'UTF8'))";

    private DeadPartner() {
    }

    static List<Scenario> scenarios() {
        return List.of(
                Scenario.inShort("dead-partner-short",
                        "one of ten partners answers 503; 5,000 tasks wait for it beside the load of the others; it comes back",
                        stage -> play(stage, 5_000, Duration.ofSeconds(2), false)),
                Scenario.of("dead-partner",
                        "one of ten partners answers 503; 100,000 tasks wait for it beside the load of the others; it comes back",
                        stage -> play(stage, 100_000, Duration.ofSeconds(10), true)));
    }

    /** @param judgeTimes whether the machine does nothing else, so that milliseconds can be compared */
    private static void play(Stage stage, int backlog, Duration spell, boolean judgeTimes) {
        // a single task is tried again and again, as in production: the pace is what is looked at
        stage.configure("quarkus.local-task.destinations." + DEAD + ".retry.max-delay", "30s");
        stage.start();
        // the JVM gets warm
        Load load = stage.load(4, Duration.ofMillis(40), HEALTHY);
        load.awaitFurther(500);
        double before = medianOfP99(stage, spell);
        stage.receiver().behave(DEAD, "mode=STATUS&status=503");
        insertBacklog(stage, backlog);
        Load dead = stage.load(1, Duration.ofMillis(100), DEAD);
        Await.until("the dead one is met", Duration.ofSeconds(30), () -> arrived(stage, DEAD) > 0);
        Await.pass(Duration.ofSeconds(5));
        long probesBefore = arrived(stage, DEAD);
        long since = System.nanoTime();
        double beside = medianOfP99(stage, spell);
        double probesPerSecond = (arrived(stage, DEAD) - probesBefore) * 1e9 / (System.nanoTime() - since);
        load.stop();
        dead.stop();
        long attempts = stage.database()
                .count("SELECT sum(attempts) FROM local_task_message WHERE destination = '" + DEAD + "'");
        stage.measure("attempts used up by its backlog", attempts);
        stage.expect(attempts <= 200, "a backlog uses up few attempts");

        stage.receiver().behave(DEAD, "mode=STATUS&status=200&delay=20");
        long back = System.currentTimeMillis();
        stage.settle(Duration.ofMinutes(5));
        List<Delivery> drained = stage.receiver().deliveries().stream()
                .filter(delivery -> delivery.destination().equals(DEAD) && delivery.accepted()).toList();
        long resumed = drained.get(0).millis() - back;
        stage.measure("healthy p99 before, ms", Math.round(before));
        stage.measure("healthy p99 beside, ms", Math.round(beside));
        stage.measure("attempts on the dead one per s", Math.round(probesPerSecond * 10) / 10.0);
        stage.measure("first delivery after it is back, ms", resumed);
        stage.measure("deliveries in its first 100 ms", withinOf(drained, 100));
        stage.measure("drained in s", (drained.get(drained.size() - 1).millis() - drained.get(0).millis()) / 1000.0);
        stage.expect(!judgeTimes || beside <= Math.max(1.5 * before, before + 10),
                "the healthy partners' p99 stays within 1.5 times, or 10 ms, of before");
        stage.expect(probesPerSecond <= 2, "the dead partner is probed at its own pace");
        stage.expect(resumed <= 15_000, "its backlog is taken up within the longest wait between two probes");
        // 20 ms an answer, and one more at a time with every answer: 64 at once would be 320 in 100 ms
        stage.expect(withinOf(drained, 100) <= CONCURRENCY, "it is not fallen upon when it comes back");
    }

    /** Orders with one task each, due, as a crashed instance would have left them. */
    private static void insertBacklog(Stage stage, int count) {
        stage.database().execute(
                "INSERT INTO orders SELECT 'backlog-' || i, 'backlog-' || i || ':" + DEAD + "', substr(encode(" + HASH
                        + ", 'hex'), 1, 32) FROM generate_series(1, " + count + ") i",
                """
                        INSERT INTO local_task_message (task_id, task_name, channel, destination, payload, content_type,
                            house_number, status, attempts, version, next_attempt_time, create_time, update_time)
                        SELECT 'backlog-' || i || ':%1$s', 'order', 'http', '%1$s', '%2$s', 'text/plain;charset=UTF-8',
                            i %% 64, 0, 0, 0, now(), now(), now() FROM generate_series(1, %3$d) i"""
                        .formatted(DEAD, BODY, count),
                "ANALYZE local_task_message");
    }

    private static long arrived(Stage stage, String destination) {
        return stage.receiver().deliveries().stream().filter(delivery -> delivery.destination().equals(destination)).count();
    }

    private static long withinOf(List<Delivery> drained, long millis) {
        return drained.stream().filter(delivery -> delivery.millis() - drained.get(0).millis() < millis).count();
    }

    /** Of three spells. */
    private static double medianOfP99(Stage stage, Duration spell) {
        double[] spells = new double[3];
        for (int i = 0; i < spells.length; i++) {
            spells[i] = p99(stage, spell);
        }
        Arrays.sort(spells);
        return spells[1];
    }

    /**
     * Milliseconds from the row to the receiver, for tasks of the healthy ones in this spell. Both ends are clocks of this
     * machine.
     */
    private static double p99(Stage stage, Duration spell) {
        long start = System.currentTimeMillis();
        Await.pass(spell);
        long end = System.currentTimeMillis();
        Map<String, Long> created = new HashMap<>();
        stage.database().query("""
                SELECT task_id, (extract(epoch FROM create_time) * 1000)::bigint FROM local_task_message
                WHERE destination <> '%s' AND create_time >= to_timestamp(%d / 1000.0)""".formatted(DEAD, start),
                row -> created.put(row.getString(1), row.getLong(2)));
        double[] millis = firstArrivals(stage)
                .filter(delivery -> delivery.millis() <= end && created.containsKey(delivery.taskId()))
                .mapToDouble(delivery -> delivery.millis() - created.get(delivery.taskId())).sorted().toArray();
        stage.expect(millis.length >= 100, "there are enough tasks to judge by: " + millis.length);
        return millis[Math.min(millis.length - 1, (int) (millis.length * 0.99))];
    }

    private static Stream<Delivery> firstArrivals(Stage stage) {
        Map<String, Delivery> first = new HashMap<>();
        stage.receiver().deliveries().forEach(delivery -> first.putIfAbsent(delivery.taskId(), delivery));
        return first.values().stream();
    }
}
