package io.quarkiverse.localtask.it.faults.scenario;

import java.time.Duration;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.stage.Await;
import io.quarkiverse.localtask.it.faults.stage.Instance;
import io.quarkiverse.localtask.it.faults.stage.Load;
import io.quarkiverse.localtask.it.faults.stage.PostgreSql;
import io.quarkiverse.localtask.it.faults.stage.Stage;
import io.quarkiverse.localtask.it.support.RabbitMqServer;

/** One fault after the other, chosen at random, under load, on one to four instances. */
final class Night {

    private static final int MAX_INSTANCES = 4;
    private static final Duration TERMINATION = Duration.ofSeconds(60);
    /** Longer than the longest fault and what it takes to get over it, on a busy machine. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(120);
    private static final List<String> BAD_ANSWERS = List.of("mode=STATUS&status=500", "mode=STATUS&status=503&retry-after=1",
            "mode=NEVER", "mode=CLOSE", "mode=CLOSE_IN_THE_BODY", "mode=STATUS&status=200&delay=3000");

    private final Stage stage;
    private final Random random;
    private final RabbitMqServer broker;
    private final PostgreSql postgreSql;
    private final List<Instance> running = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> played = new TreeMap<>();

    /** What goes wrong. Afterwards all servers run, and at least one instance. */
    private interface Fault {
        void strike();
    }

    private record Named(String name, Fault fault) {
    }

    private Night(Stage stage) {
        this.stage = stage;
        random = stage.random();
        broker = stage.withBroker();
        stage.receiver().consume(broker.port(), "faults", "events");
        postgreSql = stage.postgreSql();
    }

    static Scenario of(Duration length) {
        return Scenario.of("night", "faults at random for " + length, stage -> new Night(stage).play(length));
    }

    private void play(Duration length) {
        List<Named> faults = List.of(
                new Named("kill -9 of an instance, and another start", this::kill),
                new Named("SIGTERM of an instance, and another start", this::replace),
                new Named("an instance stands still", this::pause),
                new Named("one instance more", this::more),
                new Named("one instance less", this::less),
                new Named("destinations answer badly", this::answerBadly),
                new Named("all database connections are terminated", this::terminateConnections),
                new Named("PostgreSQL is stopped and started", () -> restartDatabase(postgreSql::stop)),
                new Named("PostgreSQL is killed and started", () -> restartDatabase(postgreSql::kill)),
                new Named("the database is read-only", this::readOnly),
                new Named("the broker is killed and started", () -> restartBroker(broker::kill)),
                new Named("the broker is stopped and started", () -> restartBroker(broker::terminate)));
        System.out.println();
        more();
        more();
        Load load = stage.load(6, Duration.ofMillis(50), "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "events");
        long end = System.nanoTime() + length.toNanos();
        while (System.nanoTime() - end < 0) {
            Named next = faults.get(random.nextInt(faults.size()));
            say(next.name());
            next.fault().strike();
            played.merge(next.name(), 1, Integer::sum);
            load.awaitFurther(20);
            pass(1, 3);
            lookAround(next.name());
        }
        say("the end: " + running.size() + " instances, " + load.confirmedCount() + " orders confirmed, " + load.troubled()
                + " with trouble");
        stage.settle(LONGEST_WAIT);
        stage.measure("faults", played);
        stage.measure("taken again", stage.takenAgain().size());
    }

    /** Nobody has ended by itself, and nothing is left behind. */
    private void lookAround(String fault) {
        stage.expect(running.stream().allMatch(Instance::isAlive), "no instance ends by itself, after: " + fault);
        long waiting = stage.database().count("SELECT count(*) FROM local_task_message WHERE status NOT IN (2, 4, 6)"
                + " AND create_time < now() - interval '" + LONGEST_WAIT.toSeconds() + " s'");
        if (waiting > 0) {
            say(waiting + " tasks have waited for more than " + LONGEST_WAIT);
        }
        stage.expect(waiting == 0, waiting + " tasks had waited for more than " + LONGEST_WAIT + " after: " + fault);
    }

    private static void say(String what) {
        System.out.println("    " + LocalTime.now().truncatedTo(ChronoUnit.SECONDS) + "  " + what);
    }

    private void pass(int fromSeconds, int toSeconds) {
        Await.pass(Duration.ofMillis(1000 * fromSeconds + random.nextInt(1000 * (toSeconds - fromSeconds))));
    }

    private Instance any() {
        return running.get(random.nextInt(running.size()));
    }

    private void kill() {
        Instance victim = any();
        running.remove(victim);
        victim.kill();
        more();
    }

    private void replace() {
        Instance victim = any();
        running.remove(victim);
        terminate(victim);
        more();
    }

    private void terminate(Instance victim) {
        long millis = victim.terminate(TERMINATION).toMillis();
        stage.measures().merge("SIGTERM to the end, ms, max", millis,
                (before, now) -> Math.max((long) before, (long) now));
    }

    private void pause() {
        Instance victim = any();
        victim.pause();
        pass(1, 10);
        victim.resume();
    }

    private void more() {
        if (running.size() < MAX_INSTANCES) {
            running.add(stage.start());
        }
    }

    private void less() {
        if (running.size() > 1) {
            Instance victim = any();
            running.remove(victim);
            terminate(victim);
        }
    }

    private void answerBadly() {
        List<String> destinations = random.ints(0, 10).distinct().limit(1 + random.nextInt(4)).mapToObj(i -> "d" + i).toList();
        for (String destination : destinations) {
            String how = BAD_ANSWERS.get(random.nextInt(BAD_ANSWERS.size()));
            say("  " + destination + " " + how);
            stage.receiver().behave(destination, how);
        }
        pass(3, 10);
        destinations.forEach(stage.receiver()::behaveWell);
    }

    private void terminateConnections() {
        stage.database().execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
    }

    private void restartDatabase(Runnable end) {
        end.run();
        pass(1, 8);
        postgreSql.start();
    }

    private void readOnly() {
        postgreSql.administer("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()");
        pass(2, 8);
        postgreSql.administer("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()");
    }

    private void restartBroker(Runnable end) {
        end.run();
        pass(1, 8);
        broker.start();
    }
}
