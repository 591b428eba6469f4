package io.quarkiverse.localtask.runtime.channel.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.DestinationHeaders;
import io.smallrye.mutiny.Uni;

/**
 * Asks the {@link DestinationHeaders} beans, on worker threads because they may block. A destination holds at most
 * {@code concurrency} threads, counted until the beans return: one whose token service hangs cannot take all workers.
 */
final class AddedHeaders {

    private final List<DestinationHeaders> beans;
    private final Executor workers;
    private final Map<String, Semaphore> threads = new ConcurrentHashMap<>();

    /** @param beans the strongest last */
    AddedHeaders(List<DestinationHeaders> beans, Executor workers) {
        this.beans = List.copyOf(beans);
        this.workers = workers;
    }

    /** @return no bean, no thread switch */
    boolean isEmpty() {
        return beans.isEmpty();
    }

    /** @return one map per bean, in order; fails with what a bean throws */
    Uni<List<Map<String, String>>> of(Destination destination, Delivery delivery) {
        Semaphore free = threads.computeIfAbsent(destination.name(), name -> new Semaphore(destination.concurrency()));
        return Uni.createFrom().emitter(emitter -> {
            if (!free.tryAcquire()) {
                emitter.fail(new HeadersNotReady());
                return;
            }
            try {
                workers.execute(() -> {
                    try {
                        emitter.complete(ask(delivery));
                    } catch (Throwable e) {
                        emitter.fail(e);
                    } finally {
                        free.release();
                    }
                });
            } catch (RuntimeException e) {
                free.release();
                emitter.fail(e);
            }
        });
    }

    private List<Map<String, String>> ask(Delivery delivery) {
        List<Map<String, String>> headers = new ArrayList<>(beans.size());
        for (DestinationHeaders bean : beans) {
            headers.add(bean.headers(delivery));
        }
        return headers;
    }

    /** All threads of the destination wait in {@code DestinationHeaders} beans. */
    static final class HeadersNotReady extends RuntimeException {

        private static final long serialVersionUID = 1L;

        HeadersNotReady() {
            super(null, null, false, false);
        }
    }
}
