package io.quarkiverse.localtask.it.faults.scenario;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.quarkiverse.localtask.it.faults.Scenario;

/** All of them, in the order in which they are played. */
public final class Scenarios {

    private Scenarios() {
    }

    public static List<Scenario> all() {
        return Stream.of(Kills.scenarios(), KillsAtAStep.scenarios(), Terminations.scenarios(), LethalTasks.scenarios(),
                Times.scenarios(), DeadPartner.scenarios()).flatMap(List::stream).toList();
    }

    /** Faults at random, for so long. */
    public static Scenario night(Duration length) {
        return Night.of(length);
    }
}
