package io.quarkiverse.localtask.runtime;

import java.security.SecureRandom;
import java.util.UUID;

/**
 * Task ids for messages that bring none: UUIDs of version 7 (RFC 9562, 5.7), whose order in an index is that of their making.
 */
final class TaskIds {

    private final SecureRandom random = new SecureRandom();

    String next() {
        long millis = System.currentTimeMillis();
        long high = millis << 16 | 0x7000L | random.nextInt(0x1000);
        long low = 0x8000000000000000L | random.nextLong() >>> 2;
        return new UUID(high, low).toString();
    }
}
