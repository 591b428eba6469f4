package io.quarkiverse.localtask.it.faults.scenario;

import java.time.Duration;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.stage.Stage;

/** One fault after the other, chosen at random, under load. */
final class Night {

    private Night() {
    }

    static Scenario of(Duration length) {
        return Scenario.of("night", "faults at random for " + length, stage -> play(stage, length));
    }

    private static void play(Stage stage, Duration length) {
        throw new UnsupportedOperationException();
    }
}
