package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.util.List;
import java.util.Map;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Stage;
import io.quarkiverse.localtask.it.support.MariaDbServer;

/** The steady workload on MariaDB, where there is one. */
public final class OnMariaDb {

    public static final String NAME = "steady_on_mariadb";

    private static final List<Kind> KINDS = List.of(Kind.BUSINESS_ON_MARIADB, Kind.OURS_MARK_ON_MARIADB,
            Kind.OURS_DELETE_ON_MARIADB);

    private OnMariaDb() {
    }

    public static void run(Stage stage, Sizes sizes, Map<String, String> properties, int rounds, Figures figures) {
        if (!MariaDbServer.isInstalled()) {
            System.out.println("    not checked: there is no MariaDB here");
            return;
        }
        for (int round = 0; round < rounds; round++) {
            for (Kind kind : KINDS) {
                try (Contestant contestant = stage.start(kind, properties)) {
                    contestant.deliver();
                    Steady.run(contestant, NAME, 2 * sizes.warmUp(), new Figures());
                    Steady.run(contestant, NAME, sizes.steady(), figures);
                }
            }
        }
    }
}
