package io.quarkiverse.localtask.it.faults.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.receiver.Delivery;
import io.quarkiverse.localtask.it.faults.stage.Instance;
import io.quarkiverse.localtask.it.faults.stage.Load;
import io.quarkiverse.localtask.it.faults.stage.Stage;

/** {@code kill -9} of the application. */
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
        stage.receiver().behave("d1", "mode=STATUS&status=500&times=1");
        List<Instance> running = new ArrayList<>(List.of(stage.start(), stage.start()));
        Load load = stage.load("d0", "d1", "d2");
        Set<String> mayRepeat = new TreeSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            load.awaitFurther(200);
            Instance victim = running.remove(stage.random().nextInt(running.size()));
            victim.kill();
            mayRepeat.addAll(stage.arrivedAndNotWrittenBack());
            running.add(stage.start());
        }
        load.awaitFurther(200);
        stage.settle();
        Set<String> repeated = repeated(stage);
        stage.measure("arrived and not written back at the kills", mayRepeat.size());
        Set<String> unexplained = new TreeSet<>(repeated);
        unexplained.removeAll(mayRepeat);
        stage.expect(unexplained.isEmpty(), "only what was under way at a kill is sent twice: " + unexplained);
    }

    /** @return tasks that the receiver took more than once */
    private static Set<String> repeated(Stage stage) {
        return stage.receiver().deliveries().stream().filter(Delivery::accepted)
                .collect(Collectors.groupingBy(Delivery::taskId, Collectors.counting())).entrySet().stream()
                .filter(entry -> entry.getValue() > 1).map(Map.Entry::getKey).collect(Collectors.toSet());
    }
}
