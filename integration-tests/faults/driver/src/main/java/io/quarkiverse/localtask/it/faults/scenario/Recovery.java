package io.quarkiverse.localtask.it.faults.scenario;

import java.time.Duration;

import io.quarkiverse.localtask.it.faults.stage.Await;
import io.quarkiverse.localtask.it.faults.stage.Database.Row;
import io.quarkiverse.localtask.it.faults.stage.Stage;

/** How long after the end of a fault everything works again, without a restart of the application. */
final class Recovery {

    /** Much more than it takes: the machine may be busy. */
    static final Duration PROMISED = Duration.ofSeconds(20);

    private Recovery() {
    }

    /**
     * To be called when the fault has just ended. Waits until an order is taken and delivered to {@code d0}, and until scans
     * have
     * found a task of each lane.
     *
     * @param fault names the measures
     */
    static void measure(Stage stage, String fault) {
        long end = System.currentTimeMillis();
        String prefix = fault.replace(' ', '-');
        String pending = Await.value("a row in the table", PROMISED,
                () -> stage.database().orphans(prefix + "-p", 1, "d0", Row.PENDING).get(0));
        String failed = stage.database().orphans(prefix + "-f", 1, "d0", Row.FAILED).get(0);
        long delivered = stage.receiver().awaitTaken(placed(stage, prefix), Duration.ofMinutes(1)) - end;
        long scanned = Math.max(stage.receiver().awaitTaken(pending, Duration.ofMinutes(1)),
                stage.receiver().awaitTaken(failed, Duration.ofMinutes(1))) - end;
        stage.measure(fault + ": delivery after, ms", delivered);
        stage.measure(fault + ": scan after, ms", scanned);
        stage.expect(delivered < PROMISED.toMillis() && scanned < PROMISED.toMillis(),
                "deliveries and scans work again within " + PROMISED + " after the end of: " + fault);
    }

    /** @return the task of an order that was taken; others before it were perhaps not */
    private static String placed(Stage stage, String prefix) {
        int[] tries = new int[1];
        return Await.value("an order is taken", Duration.ofMinutes(1), () -> {
            String id = prefix + "-order" + ++tries[0];
            return stage.instances().get(0).place(id, "d0", "probe", "") == 201 ? id + ":d0" : null;
        });
    }
}
