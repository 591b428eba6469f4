package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Times between two moments of each message; all processes of a Linux machine read one monotonic clock. */
final class Latencies {

    private Latencies() {
    }

    /** @return in milliseconds, in ascending order; a receipt that is noticed before its commit returned counts as 0 */
    static double[] millis(long[] from, long[] to) {
        return IntStream.range(0, Math.min(from.length, to.length)).filter(n -> to[n] != 0)
                .mapToDouble(n -> Math.max(0, to[n] - from[n]) / 1e6).sorted().toArray();
    }

    /** @param ascending values */
    static double percentile(double[] ascending, double percent) {
        if (ascending.length == 0) {
            return Double.NaN;
        }
        return ascending[(int) Math.min(ascending.length - 1, Math.ceil(ascending.length * percent / 100) - 1)];
    }

    static double percentileOf(double[] values, double percent) {
        double[] ascending = values.clone();
        Arrays.sort(ascending);
        return percentile(ascending, percent);
    }
}
