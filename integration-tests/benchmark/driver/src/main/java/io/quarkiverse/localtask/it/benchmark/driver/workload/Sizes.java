package io.quarkiverse.localtask.it.benchmark.driver.workload;

/**
 * How much of everything.
 *
 * @param warmUp waiting messages in each drain of the warm-up; each of its parts has half as many transactions
 * @param warmUps parts of the warm-up at most, with a rest after each in which what was called often enough is compiled
 * @param steady transactions
 * @param paced transactions
 * @param pace transactions a second where they are paced
 * @param drain waiting messages of the fast receiver
 * @param slow waiting messages of the slow receiver
 * @param finished finished rows of the big table
 * @param waiting waiting rows of the big table
 * @param overloadSeconds how long more is produced than the receiver takes
 * @param patienceSeconds after so long a drain is over, and the rate up to then counts
 */
public record Sizes(int warmUp, int warmUps, int steady, int paced, int pace, int drain, int slow, int finished,
        int waiting, int overloadSeconds, int patienceSeconds) {

    public static final Sizes FULL = new Sizes(10_000, 20, 20_000, 3_000, 300, 100_000, 40_000, 10_000_000, 1_000_000, 60, 30);

    public static final Sizes SHORT = new Sizes(10_000, 10, 10_000, 2_000, 300, 50_000, 20_000, 1_000_000, 100_000, 20, 20);
}
