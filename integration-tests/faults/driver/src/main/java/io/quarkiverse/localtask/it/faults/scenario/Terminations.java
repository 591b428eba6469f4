package io.quarkiverse.localtask.it.faults.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.receiver.Delivery;
import io.quarkiverse.localtask.it.faults.stage.Database.Row;
import io.quarkiverse.localtask.it.faults.stage.Instance;
import io.quarkiverse.localtask.it.faults.stage.Load;
import io.quarkiverse.localtask.it.faults.stage.Stage;

/** SIGTERM, as an orchestrator sends it, in the middle of the work. */
final class Terminations {

    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(5);
    /** What the rest of the application needs to end, on a busy machine. */
    private static final Duration MARGIN = Duration.ofSeconds(5);
    /** 128 + the number of the signal: TERM is 15. */
    private static final int TERMINATED = 143;

    private Terminations() {
    }

    static List<Scenario> scenarios() {
        Scenario alone = Scenario.inShort("sigterm-under-load",
                "SIGTERM under more load than the receiver takes, with 4 requests at a time and 50 ms for each",
                Terminations::underLoad);
        return List.of(alone, alone.onMariaDbToo(),
                Scenario.of("rolling-restart", "two instances under load are replaced one after the other, by SIGTERM",
                        Terminations::rollingRestart));
    }

    private static void underLoad(Stage stage) {
        slowReceiver(stage);
        Instance instance = stage.start();
        stage.load(16, Duration.ofMillis(5), "d0", "d1", "d2").awaitFurther(400);
        terminate(stage, instance);
        stage.receiver().catchUp();
        Set<String> taken = new TreeSet<>();
        stage.receiver().deliveries().stream().filter(Delivery::accepted).map(Delivery::taskId).forEach(taken::add);
        stage.measure("taken before the end", taken.size());
        Set<String> notWritten = new TreeSet<>();
        stage.database().tasks().stream().filter(row -> row.status() != Row.SUCCEEDED).map(Row::taskId)
                .forEach(notWritten::add);
        stage.measure("left in the table", notWritten.size());
        notWritten.retainAll(taken);
        stage.expect(notWritten.isEmpty(),
                "what the receiver has taken is written back before the end: " + Kills.some(notWritten));
        stage.start();
        stage.settle();
        Kills.nothingIsTakenAgain(stage);
    }

    private static void rollingRestart(Stage stage) {
        slowReceiver(stage);
        List<Instance> running = new ArrayList<>(List.of(stage.start(), stage.start()));
        Load load = stage.load(4, Duration.ofMillis(50), "d0", "d1", "d2");
        for (int i = 0; i < 2; i++) {
            load.awaitFurther(200);
            terminate(stage, running.remove(0));
            running.add(stage.start());
        }
        load.awaitFurther(200);
        stage.settle();
        Kills.nothingIsTakenAgain(stage);
    }

    private static void slowReceiver(Stage stage) {
        stage.haveTime();
        stage.configure("quarkus.local-task.shutdown-timeout", SHUTDOWN_TIMEOUT.toSeconds() + "s");
        for (String destination : List.of("d0", "d1", "d2")) {
            stage.configure("quarkus.local-task.destinations." + destination + ".concurrency", "4");
            stage.receiver().behave(destination, "mode=STATUS&status=200&delay=50");
        }
    }

    private static void terminate(Stage stage, Instance instance) {
        Duration took = instance.terminate(Duration.ofSeconds(60));
        stage.measures().merge("SIGTERM to the end, ms", took.toMillis(), (before, now) -> before + ", " + now);
        stage.expect(took.compareTo(SHUTDOWN_TIMEOUT.plus(MARGIN)) <= 0,
                "it ends within the shutdown timeout and " + MARGIN.toSeconds() + " s: " + took);
        stage.expect(instance.awaitExit(Duration.ZERO) == TERMINATED, "it ends by the signal");
    }
}
