package io.quarkiverse.localtask.runtime.delivery;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import jakarta.enterprise.event.NotificationOptions;
import jakarta.enterprise.inject.spi.BeanContainer;

import org.jboss.logging.Logger;

import io.quarkiverse.localtask.event.TaskDead;
import io.quarkiverse.localtask.event.TaskFailed;
import io.quarkiverse.localtask.event.TaskSucceeded;

/**
 * Tells observers what was written, both ways ({@code @Observes} and {@code @ObservesAsync}), on one thread of its own with a
 * bounded
 * queue: an observer that sleeps delays other events and nothing else.
 */
public final class TaskEvents implements Consumer<Object> {

    private static final Logger LOG = Logger.getLogger(TaskEvents.class);
    private static final int MAX_WAITING = 10_000;

    private final BeanContainer beans;
    private final Set<Class<?>> observed = new HashSet<>();
    private final ThreadPoolExecutor worker;
    private final AtomicBoolean dropping = new AtomicBoolean();
    private final AtomicInteger underWay = new AtomicInteger();

    public TaskEvents(BeanContainer beans) {
        this.beans = beans;
        observe(new TaskSucceeded("", "", "", 1));
        observe(new TaskFailed("", "", "", 1, "", Duration.ZERO));
        observe(new TaskDead("", "", "", 1, ""));
        worker = new ThreadPoolExecutor(1, 1, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING),
                new DaemonThreads("local-task-events"), (work, executor) -> dropped(executor));
        worker.allowCoreThreadTimeOut(true);
    }

    private void observe(Object sample) {
        if (!beans.resolveObserverMethods(sample).isEmpty()) {
            observed.add(sample.getClass());
        }
    }

    @Override
    public void accept(Object event) {
        if (observed.contains(event.getClass())) {
            underWay.incrementAndGet();
            worker.execute(() -> {
                try {
                    fire(event);
                } finally {
                    underWay.decrementAndGet();
                }
            });
        }
    }

    private void fire(Object event) {
        if (worker.getQueue().size() < MAX_WAITING / 2) {
            dropping.set(false);
        }
        try {
            beans.getEvent().select(Object.class).fire(event);
        } catch (Throwable e) {
            LOG.errorf(e, "An observer of %s failed", event.getClass().getSimpleName());
        }
        try {
            beans.getEvent().fireAsync(event, NotificationOptions.ofExecutor(Runnable::run)).exceptionally(e -> {
                LOG.errorf(e, "An asynchronous observer of %s failed", event.getClass().getSimpleName());
                return null;
            });
        } catch (Throwable e) {
            LOG.errorf(e, "An asynchronous observer of %s failed", event.getClass().getSimpleName());
        }
    }

    /** @return whether observers were told everything */
    public boolean isIdle() {
        return underWay.get() == 0;
    }

    private void dropped(ThreadPoolExecutor executor) {
        underWay.decrementAndGet();
        if (!executor.isShutdown() && dropping.compareAndSet(false, true)) {
            LOG.warnf("Observers of task events are too slow: %d events wait and further ones are dropped", MAX_WAITING);
        }
    }

    /** Waits for what was published, until the deadline. */
    public void stop(long deadline) throws InterruptedException {
        worker.shutdown();
        if (!worker.awaitTermination(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
            worker.shutdownNow();
        }
    }
}
