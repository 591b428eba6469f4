package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Await;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Database;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Stage;

/** Several instances that poll an empty table. */
public final class Idle {

    public static final String NAME = "idle";
    private static final int INSTANCES = 8;
    private static final int SECONDS = 30;

    private Idle() {
    }

    public static void run(Stage stage, Map<String, String> properties, Figures figures) {
        List<Contestant> instances = new ArrayList<>();
        Contestant first = stage.start(Kind.OURS_MARK, properties);
        instances.add(first);
        try {
            while (instances.size() < INSTANCES) {
                instances.add(stage.join(first, properties));
            }
            // the connections that do the work have their plans by then
            Await.pause(30_000);
            Database.Counts polled = used(first.database());
            instances.forEach(Contestant::kill);
            Await.pause(5_000);
            Database.Counts alone = used(first.database());
            figures.add(NAME, Kind.OURS_MARK, "database_cpu_percent_of_a_core", percent(polled) - percent(alone));
            figures.add(NAME, Kind.OURS_MARK, "of_the_server_alone_percent", percent(alone));
            figures.add(NAME, Kind.OURS_MARK, "statements_per_s", polled.statements() / SECONDS);
        } finally {
            instances.forEach(Contestant::kill);
            first.database().close();
        }
    }

    private static Database.Counts used(Database database) {
        Database.Counts before = database.counts();
        Await.pause(SECONDS * 1_000L);
        return database.counts().since(before);
    }

    private static double percent(Database.Counts used) {
        return 100 * used.cpu() / SECONDS;
    }
}
