package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.time.Duration;
import java.util.Arrays;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;

/** Business transactions at a pace that everybody can keep: how long a message takes when nothing queues. */
public final class Paced {

    public static final String NAME = "paced";

    private Paced() {
    }

    public static void run(Contestant contestant, int count, int pace, Figures figures) {
        contestant.receiver().expect(count);
        contestant.produce(count, pace);
        if (!contestant.awaitDone(count, Duration.ofSeconds(120))) {
            System.out.println("    " + contestant.kind().label() + " has not delivered everything");
        }
        long[] arrivals = contestant.receiver().arrivals();
        double[] millis = Latencies.millis(contestant.committed(), arrivals);
        figures.add(NAME, contestant.kind(), "commit_to_receipt_p50_ms", Latencies.percentile(millis, 50));
        figures.add(NAME, contestant.kind(), "commit_to_receipt_p99_ms", Latencies.percentile(millis, 99));
        figures.add(NAME, contestant.kind(), "not_received", Arrays.stream(arrivals).filter(at -> at == 0).count());
        figures.add(NAME, contestant.kind(), "duplicates", contestant.receiver().counts().duplicates());
    }
}
