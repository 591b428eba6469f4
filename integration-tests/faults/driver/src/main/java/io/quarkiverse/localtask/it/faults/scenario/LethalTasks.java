package io.quarkiverse.localtask.it.faults.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.stage.Await;
import io.quarkiverse.localtask.it.faults.stage.Database.Row;
import io.quarkiverse.localtask.it.faults.stage.Instance;
import io.quarkiverse.localtask.it.faults.stage.Load;
import io.quarkiverse.localtask.it.faults.stage.Stage;

/** A task that ends the JVM that sends it. */
final class LethalTasks {

    private static final String TASK = "lethal:poison";
    private static final int MAX_ATTEMPTS = 3;
    /** What the channel ends the process with. */
    private static final int POISONED = 66;

    private LethalTasks() {
    }

    static List<Scenario> scenarios() {
        return List.of(Scenario.of("lethal-task",
                "a task ends each process that sends it; two instances under load, each is started again", LethalTasks::play));
    }

    private static void play(Stage stage) {
        stage.haveTime();
        stage.configure("quarkus.local-task.destinations.poison.retry.max-attempts", Integer.toString(MAX_ATTEMPTS));
        // the neighbours are on their way whenever a process ends
        stage.receiver().behave("d0", "mode=STATUS&status=200&delay=100");
        List<Instance> running = new ArrayList<>(List.of(stage.start(), stage.start()));
        Load load = stage.load(4, Duration.ofMillis(50), "d0", "d1");
        load.awaitFurther(50);
        place(running.get(0));
        stage.expectDead(TASK);
        int ends = 0;
        while (ends <= MAX_ATTEMPTS + 1 && endedByPoison(stage, running)) {
            ends++;
            stage.expect(running.removeIf(instance -> !instance.isAlive() && endedAsItShould(instance)),
                    "a process ends by the task alone");
            running.add(stage.start());
        }
        stage.measure("processes ended", ends);
        stage.expect(ends > 0 && ends <= MAX_ATTEMPTS + 1,
                "at the most " + (MAX_ATTEMPTS + 1) + " processes end: one after the commit, the others by scans: " + ends);
        load.awaitFurther(50);
        stage.settle();
        Set<String> dead = stage.database().tasks().stream().filter(row -> row.status() == Row.DEAD).map(Row::taskId)
                .collect(Collectors.toSet());
        stage.expect(dead.equals(Set.of(TASK)), "the lethal task alone is dead: " + dead);
    }

    private static void place(Instance instance) {
        try {
            instance.place("lethal", "poison", "exit", "");
        } catch (IOException e) {
            // it ended before it answered
        }
    }

    private static boolean endedAsItShould(Instance instance) {
        return instance.awaitExit(Duration.ZERO) == POISONED;
    }

    /** @return {@code false} if all live and the task is dead */
    private static boolean endedByPoison(Stage stage, List<Instance> running) {
        return Await.value("the end of a process or of the task", Stage.RECOVERY, () -> {
            if (!running.stream().allMatch(Instance::isAlive)) {
                return Boolean.TRUE;
            }
            return stage.database().count("SELECT count(*) FROM local_task_message WHERE task_id = '" + TASK
                    + "' AND status = " + Row.DEAD) == 1 ? Boolean.FALSE : null;
        });
    }
}
