package io.quarkiverse.localtask.runtime.store;

import java.util.Objects;
import java.util.stream.Stream;

/**
 * How far back from now a row must have finished to be deleted, in microseconds and negative; {@code null}: never.
 *
 * @param youngest the nearest of them; a row created later cannot be old enough by any of them
 */
record Cutoffs(Long succeeded, Long dead, Long cancelled, Long youngest) {

    static Cutoffs of(TaskStore.Retention retention) {
        Long succeeded = back(JdbcTaskStore.micros(retention.succeeded()));
        Long dead = back(JdbcTaskStore.micros(retention.dead()));
        Long cancelled = back(JdbcTaskStore.micros(retention.cancelled()));
        Long youngest = Stream.of(succeeded, dead, cancelled).filter(Objects::nonNull).max(Long::compare).orElse(null);
        return new Cutoffs(succeeded, dead, cancelled, youngest);
    }

    private static Long back(Long micros) {
        return micros == null ? null : Long.valueOf(-micros);
    }
}
