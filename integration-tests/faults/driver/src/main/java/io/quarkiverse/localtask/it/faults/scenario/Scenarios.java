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
        return Stream.of(Kills.scenarios(), KillsAtAStep.scenarios(), Terminations.scenarios(), DatabaseFaults.scenarios(),
                BrokerFaults.scenarios(), PartnerFaults.scenarios(), DeadPartner.scenarios(), LethalTasks.scenarios(),
                Poison.scenarios(), Times.scenarios(), Weather.scenarios(), Backlogs.scenarios(), Input.scenarios())
                .flatMap(List::stream).toList();
    }

    /** Faults at random, for so long. */
    public static Scenario night(Duration length) {
        return Night.of(length);
    }
}
