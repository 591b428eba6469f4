package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.time.Duration;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Database;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Receiver;

/** Business transactions from 16 threads, as fast as they go, each with one message. */
public final class Steady {

    public static final String NAME = "steady";

    private Steady() {
    }

    /** @param workload under which the figures are kept */
    public static void run(Contestant contestant, String workload, int count, Figures figures) {
        run(contestant, workload, count, figures, Duration.ofSeconds(60));
    }

    /** @param rest how long it is waited for the outcomes at most */
    static void run(Contestant contestant, String workload, int count, Figures figures, Duration rest) {
        Receiver receiver = contestant.receiver();
        receiver.expect(count);
        Database.Counts before = contestant.database().counts();
        double cpuBefore = contestant.cpuSeconds();
        long start = System.nanoTime();
        double produced = contestant.produce(count, 0);
        figures.add(workload, contestant.kind(), "business_tx_per_s", count / produced);
        if (contestant.kind().delivers()) {
            boolean done = contestant.awaitDone(count, Duration.ofSeconds(120), rest) || rest.isZero();
            Receiver.Counts counts = receiver.counts();
            figures.add(workload, contestant.kind(), "delivered_per_s", counts.distinct() / seconds(start));
            figures.add(workload, contestant.kind(), "duplicates", counts.duplicates());
            if (!done) {
                System.out.println("    " + contestant.kind().label() + " has not delivered everything: " + counts);
            }
        }
        Database.Counts used = contestant.database().counts().since(before);
        figures.add(workload, contestant.kind(), "statements_per_task", used.statements() / count);
        figures.add(workload, contestant.kind(), "round_trips_per_task", used.roundTrips() / count);
        figures.add(workload, contestant.kind(), "wal_bytes_per_task", used.wal() / count);
        figures.add(workload, contestant.kind(), "database_cpu_us_per_task", used.cpu() * 1e6 / count);
        figures.add(workload, contestant.kind(), "application_cpu_us_per_task",
                (contestant.cpuSeconds() - cpuBefore) * 1e6 / count);
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
