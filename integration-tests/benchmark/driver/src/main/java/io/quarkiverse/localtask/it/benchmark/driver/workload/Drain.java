package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.time.Duration;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Await;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Database;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Receiver;

/**
 * Messages that wait in the table when delivery is switched on. Time counts from the first arrival, so that nobody pays for the
 * moment at which he happens to look, to the last outcome in the table.
 */
public final class Drain {

    public static final String NAME = "drain";
    public static final String SLOW = "slow_destination";

    private Drain() {
    }

    /**
     * @param behaviour of the receiver
     * @param patienceSeconds after so long the rate up to then counts
     * @return whether all of them were delivered by then
     */
    public static boolean run(Contestant contestant, String workload, int count, String behaviour, int patienceSeconds,
            Figures figures) {
        Receiver receiver = contestant.receiver();
        receiver.expect(count, behaviour);
        contestant.store(count);
        contestant.database().execute("VACUUM ANALYZE");
        Database.Counts before = contestant.database().counts();
        double cpuBefore = contestant.cpuSeconds();
        contestant.deliver();
        Await.until(Duration.ofSeconds(30), () -> receiver.counts().first() != 0);
        boolean done = contestant.awaitDone(count, Duration.ofSeconds(patienceSeconds));
        double end = System.nanoTime();
        Receiver.Counts counts = receiver.counts();
        double last = done ? end : counts.last();
        figures.add(workload, contestant.kind(), "delivered_per_s", counts.distinct() / ((last - counts.first()) / 1e9));
        figures.add(workload, contestant.kind(), "duplicates", counts.duplicates());
        if (done) {
            Database.Counts used = contestant.database().counts().since(before);
            figures.add(workload, contestant.kind(), "wal_bytes_per_task", used.wal() / count);
            figures.add(workload, contestant.kind(), "statements_per_task", used.statements() / count);
            figures.add(workload, contestant.kind(), "database_cpu_us_per_task", used.cpu() * 1e6 / count);
            figures.add(workload, contestant.kind(), "application_cpu_us_per_task",
                    (contestant.cpuSeconds() - cpuBefore) * 1e6 / count);
        }
        return done;
    }
}
