package io.quarkiverse.localtask.runtime;

import java.security.SecureRandom;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Task ids for messages that bring none: UUIDs of version 7 (RFC 9562, 5.7), whose order in an index is that of their making.
 */
final class TaskIds {

    /** Of the operating system's random numbers only the seeds: to draw from them, threads wait for each other. */
    private final SecureRandom seeds = new SecureRandom();
    private final ThreadLocal<SplittableRandom> random = ThreadLocal.withInitial(() -> new SplittableRandom(seeds.nextLong()));

    String next() {
        SplittableRandom mine = random.get();
        long high = System.currentTimeMillis() << 16 | 0x7000L | mine.nextInt(0x1000);
        long low = 0x8000000000000000L | mine.nextLong() >>> 2;
        return new UUID(high, low).toString();
    }
}
