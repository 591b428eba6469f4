package io.quarkiverse.localtask.it.faults.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.stage.Await;
import io.quarkiverse.localtask.it.faults.stage.Database;
import io.quarkiverse.localtask.it.faults.stage.Database.Row;
import io.quarkiverse.localtask.it.faults.stage.Instance;
import io.quarkiverse.localtask.it.faults.stage.Load;
import io.quarkiverse.localtask.it.faults.stage.Stage;
import io.quarkiverse.localtask.it.support.RabbitMqServer;

/** Memory does not grow with what waits. */
final class Backlogs {

    private static final int WAITING = 1_000_000;
    private static final int SPILLED = 100_000;
    private static final int TASKS_AN_ORDER = 1_000;
    private static final long BOUND = 64L << 20;
    private static final String SPILLED_TASK = "io.quarkiverse.localtask.runtime.store.SpilledTask";

    private Backlogs() {
    }

    static List<Scenario> scenarios() {
        return List.of(Scenario.of("million-waiting",
                "1,000,000 tasks wait for a destination that refuses connections, and 100,000 for one that never answers",
                Backlogs::millionWaiting));
    }

    private static void millionWaiting(Stage stage) throws IOException {
        // half of them fresh, half of them to be retried; nobody listens there
        stage.configure("quarkus.local-task.destinations.d9.url", "http://127.0.0.1:" + RabbitMqServer.freePort() + "/d9");
        stage.receiver().behave("d8", "mode=NEVER");
        // ids of tasks that did not fit are kept for as long
        stage.configure("quarkus.local-task.grace", "10m");
        Database database = stage.database();
        Instance instance = stage.start();
        Load load = stage.load(2, Duration.ofMillis(200), "d0");
        load.awaitFurther(50);
        long idle = instance.heapAfterFullCollection();
        database.backlog("fresh", WAITING / 2, "d9", Row.PENDING);
        database.backlog("retried", WAITING / 2, "d9", Row.FAILED);
        long waiting = mostOf(instance);
        for (int i = 0; i < SPILLED / TASKS_AN_ORDER; i++) {
            stage.expect(instance.place("spilled" + i, "d8", "{\"order\":" + i + "}", "&each=" + TASKS_AN_ORDER) == 201,
                    "an order with many tasks is taken");
        }
        long ids = instance.instancesOf(SPILLED_TASK);
        stage.measure("ids spilled", ids);
        stage.expect(ids > SPILLED / 2, "most of them are kept as ids");
        long spilled = mostOf(instance);
        stage.measure("heap idle, KB", idle >> 10);
        stage.measure("heap with 1,000,000 waiting, KB more", waiting - idle >> 10);
        stage.measure("heap with 100,000 of one instance besides, KB more", spilled - idle >> 10);
        stage.expect(waiting - idle <= BOUND, "the heap stays within 64 MB of the idle one with 1,000,000 waiting tasks");
        stage.expect(spilled - idle <= BOUND, "and with 100,000 spilled ones");
        load.awaitFurther(10);
        load.stop();
        stage.rememberCommitted();
        database.execute("DELETE FROM orders WHERE id LIKE 'spilled%'",
                "DELETE FROM local_task_message WHERE destination IN ('d8', 'd9')");
    }

    /** @return the most of some looks */
    private static long mostOf(Instance instance) {
        long most = 0;
        for (int i = 0; i < 5; i++) {
            Await.pass(Duration.ofSeconds(2));
            most = Math.max(most, instance.heapAfterFullCollection());
        }
        return most;
    }
}
