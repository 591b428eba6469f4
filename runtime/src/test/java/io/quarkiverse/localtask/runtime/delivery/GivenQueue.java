package io.quarkiverse.localtask.runtime.delivery;

import java.math.BigInteger;
import java.util.OptionalInt;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.QueueConfig;
import io.quarkus.runtime.configuration.MemorySize;

/** The bounds of what waits in memory, as a test wants them. */
public record GivenQueue(int perDestination, int maxTotal, long bytes, int maxSpilled) implements QueueConfig {

    @Override
    public OptionalInt maxPerDestination() {
        return OptionalInt.of(perDestination);
    }

    @Override
    public MemorySize maxBytes() {
        return new MemorySize(BigInteger.valueOf(bytes));
    }
}
