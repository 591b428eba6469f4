package io.quarkiverse.localtask.it.faults.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.stage.Instance;
import io.quarkiverse.localtask.it.faults.stage.Load;
import io.quarkiverse.localtask.it.faults.stage.Stage;

/** {@code kill -9} of the application, at a moment that nobody has chosen. */
final class Kills {

    private static final int ROUNDS = 4;

    private Kills() {
    }

    static List<Scenario> scenarios() {
        Scenario random = Scenario.inShort("kill-9-under-load",
                "two instances under load, every third request refused; one of them is killed with kill -9, four times",
                Kills::underLoad);
        return List.of(random, random.onMariaDbToo());
    }

    private static void underLoad(Stage stage) {
        stage.haveTime();
        // slow, so that something is in flight at each kill
        stage.receiver().behave("d0", "mode=STATUS&status=200&delay=200");
        stage.receiver().behave("d1", "mode=STATUS&status=500&times=1");
        List<Instance> running = new ArrayList<>(List.of(stage.start(), stage.start()));
        Load load = stage.load("d0", "d1", "d2");
        List<Integer> underWay = new ArrayList<>();
        Set<String> mayRepeat = new TreeSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            load.awaitFurther(200);
            Instance victim = running.remove(stage.random().nextInt(running.size()));
            victim.kill();
            Set<String> now = stage.takenAndNotWrittenBack();
            underWay.add(now.size());
            mayRepeat.addAll(now);
            running.add(stage.start());
        }
        load.awaitFurther(200);
        stage.settle();
        stage.measure("in flight or not written back, at each kill", underWay);
        onlyThoseAreTakenAgain(stage, mayRepeat);
    }

    /** @param mayRepeat what was under way when something was killed */
    static void onlyThoseAreTakenAgain(Stage stage, Set<String> mayRepeat) {
        Set<String> again = stage.takenAgain();
        stage.measure("taken again", again.size());
        Set<String> unexplained = new TreeSet<>(again);
        unexplained.removeAll(mayRepeat);
        stage.expect(unexplained.isEmpty(), "only what was under way at a kill is sent twice: " + some(unexplained));
    }

    static void nothingIsTakenAgain(Stage stage) {
        Set<String> again = stage.takenAgain();
        stage.expect(again.isEmpty(), "nothing is sent twice: " + some(again));
    }

    /** Not more than a report can bear. */
    static String some(Set<String> taskIds) {
        return taskIds.size() + " tasks, among them " + taskIds.stream().limit(5).toList();
    }
}
