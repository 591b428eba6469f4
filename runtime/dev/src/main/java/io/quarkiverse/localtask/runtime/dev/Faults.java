package io.quarkiverse.localtask.runtime.dev;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

/** What is broken on purpose, until the application is started again. */
@Singleton
public class Faults {

    static final int LONGEST_DELAY_MILLIS = 600_000;

    private final Map<String, Fault> byDestination = new ConcurrentHashMap<>();

    /**
     * How a destination is broken.
     *
     * @param failures how many of its next attempts fail
     * @param delayMillis how long each of its attempts waits before it is made
     */
    public record Fault(int failures, int delayMillis) {

        static final Fault NONE = new Fault(0, 0);

        /**
         * @throws IllegalArgumentException if a number is out of its bounds
         */
        public Fault {
            if (failures < 0) {
                throw new IllegalArgumentException("The number of attempts that fail must not be negative: " + failures);
            }
            if (delayMillis < 0 || delayMillis > LONGEST_DELAY_MILLIS) {
                throw new IllegalArgumentException(
                        "The delay must be 0 to " + LONGEST_DELAY_MILLIS + " ms, not " + delayMillis);
            }
        }

        boolean fails() {
            return failures > 0;
        }
    }

    void set(String destination, Fault fault) {
        byDestination.put(destination, fault);
    }

    Fault of(String destination) {
        return byDestination.getOrDefault(destination, Fault.NONE);
    }

    /** @return how the attempt is broken that is about to be made; it counts as one of those that fail */
    Fault next(String destination) {
        Fault[] taken = { Fault.NONE };
        byDestination.computeIfPresent(destination, (name, fault) -> {
            taken[0] = fault;
            return fault.fails() ? new Fault(fault.failures() - 1, fault.delayMillis()) : fault;
        });
        return taken[0];
    }
}
