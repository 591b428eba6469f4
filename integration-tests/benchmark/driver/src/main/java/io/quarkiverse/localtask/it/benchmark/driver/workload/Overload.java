package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Stage;

/** Twice as much is produced as the receiver takes: it must stay busy, and the business must not notice. */
public final class Overload {

    public static final String NAME = "overload";
    private static final int PACE = 1_000;
    private static final int CAP = 500;
    private static final Duration WINDOW = Duration.ofSeconds(5);

    private Overload() {
    }

    public static void run(Stage stage, Sizes sizes, Map<String, String> properties, Figures figures) {
        try (Contestant contestant = stage.start(Kind.OURS_MARK, properties)) {
            WarmUp.run(contestant, sizes);
            int count = PACE * sizes.overloadSeconds();

            contestant.receiver().expect(count);
            double idleHeap = contestant.heapAfterCollection();
            contestant.produce(count, PACE);
            contestant.awaitDone(count, Duration.ofMinutes(1));
            double without = businessP99(contestant);

            contestant.receiver().expect(count, "&rate=" + CAP);
            contestant.produce(count, PACE);
            double heap = contestant.heapAfterCollection();
            double with = businessP99(contestant);
            contestant.awaitDone(count, Duration.ofSeconds(10L * count / CAP));

            figures.add(NAME, Kind.OURS_MARK, "business_p99_without_backlog_ms", without);
            figures.add(NAME, Kind.OURS_MARK, "business_p99_with_backlog_ms", with);
            figures.add(NAME, Kind.OURS_MARK, "heap_of_backlog_mb", (heap - idleHeap) / 1e6);
            figures.add(NAME, Kind.OURS_MARK, "duplicates", contestant.receiver().counts().duplicates());
            shareOfCap(contestant.receiver().arrivals(), figures);
        }
    }

    private static double businessP99(Contestant contestant) {
        return Latencies.percentile(Latencies.millis(contestant.begun(), contestant.committed()), 99);
    }

    /** Of the whole time from the first arrival to the last, and of the worst few seconds in it. */
    private static void shareOfCap(long[] arrivals, Figures figures) {
        long[] sorted = Arrays.stream(arrivals).filter(at -> at != 0).sorted().toArray();
        double seconds = (sorted[sorted.length - 1] - sorted[0]) / 1e9;
        figures.add(NAME, Kind.OURS_MARK, "share_of_cap", sorted.length / seconds / CAP);
        int windows = (int) (seconds / WINDOW.toSeconds());
        long[] counts = new long[windows];
        for (long at : sorted) {
            int window = (int) ((at - sorted[0]) / WINDOW.toNanos());
            if (window < windows) {
                counts[window]++;
            }
        }
        System.out.println("    arrivals in each 5 s: " + Arrays.toString(counts));
        double perWindow = CAP * WINDOW.toSeconds();
        figures.add(NAME, Kind.OURS_MARK, "share_of_cap_in_the_worst_5_s", Arrays.stream(counts).min().orElse(0) / perWindow);
    }
}
