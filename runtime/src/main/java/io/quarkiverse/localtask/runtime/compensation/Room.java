package io.quarkiverse.localtask.runtime.compensation;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import io.quarkiverse.localtask.runtime.delivery.Dispatcher;

/**
 * Room for claims that one look has reserved, by destination. What it does not use it gives back.
 */
final class Room implements AutoCloseable {

    private final Dispatcher dispatcher;
    private final Map<String, Integer> free = new HashMap<>();
    private int sum;

    Room(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    /** Reserves what the destination has free, at most {@code max}. */
    Room reserve(String destination, int max) {
        int count = dispatcher.reserveForClaims(destination, max);
        if (count > 0) {
            free.merge(destination, count, Integer::sum);
            sum += count;
        }
        return this;
    }

    int sum() {
        return sum;
    }

    int of(String destination) {
        return free.getOrDefault(destination, 0);
    }

    boolean isLeftFor(String destination) {
        return of(destination) > 0;
    }

    Set<String> destinations() {
        return Set.copyOf(free.keySet());
    }

    /** A claimed task takes its place along. */
    void use(String destination) {
        free.merge(destination, -1, Integer::sum);
        sum--;
    }

    @Override
    public void close() {
        free.forEach(dispatcher::releaseClaims);
        free.clear();
    }
}
