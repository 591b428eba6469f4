package io.quarkiverse.localtask.runtime.channel.http;

import java.io.Closeable;
import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.quarkiverse.localtask.runtime.config.Destination;

/**
 * Looks up host names on a few threads of its own for each destination: a look-up blocks, and one that hangs holds its thread
 * until
 * the system gives up, so it must neither take the application's workers nor those of another destination. The threads end when
 * there is nothing to do.
 */
final class AdHocLookups implements Closeable {

    private static final int THREADS = 4;
    private static final int IDLE_SECONDS = 10;

    private final HostResolver resolver;
    private final Map<String, ExecutorService> executors = new ConcurrentHashMap<>();

    AdHocLookups(HostResolver resolver) {
        this.resolver = resolver;
    }

    /** @return completed on a thread of the look-ups; who no longer needs it cancels it */
    CompletableFuture<InetAddress[]> addresses(Destination destination, String host) {
        CompletableFuture<InetAddress[]> found = new CompletableFuture<>();
        try {
            executors.computeIfAbsent(destination.name(), name -> executor(destination)).execute(() -> {
                if (!found.isDone()) {
                    try {
                        found.complete(resolver.addresses(host));
                    } catch (Throwable e) {
                        found.completeExceptionally(e);
                    }
                }
            });
        } catch (RejectedExecutionException e) {
            found.completeExceptionally(new LookupsHang());
        }
        return found;
    }

    @Override
    public void close() {
        executors.values().forEach(ExecutorService::shutdownNow);
    }

    private static ExecutorService executor(Destination destination) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(2 * destination.concurrency()), work -> {
                    Thread thread = new Thread(work, "local-task-lookup-" + destination.name());
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /** All threads and places of the destination are taken by look-ups that do not return. */
    static final class LookupsHang extends RuntimeException {

        private static final long serialVersionUID = 1L;

        LookupsHang() {
            super(null, null, false, false);
        }
    }
}
