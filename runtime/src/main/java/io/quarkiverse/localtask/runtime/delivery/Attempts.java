package io.quarkiverse.localtask.runtime.delivery;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.smallrye.mutiny.Uni;

/**
 * Makes attempts: calls the channel, bounds it in time, and passes exactly one outcome on, outside any transaction and context.
 * <p>
 * Workers are created as needed; there are never more than the destinations' concurrency allows, since a call keeps its slot
 * until
 * it returns.
 */
public final class Attempts {

    private final OutcomeWriter outcomes;
    private final AroundAttempt around;
    private final DeliveryListener listener;
    private final ExecutorService workers;
    private final Alarms alarms = new Alarms("local-task-alarms");
    /** Those in a user's code; they belong to an executor that is not ours to shut down. */
    private final Set<Thread> virtualThreads = ConcurrentHashMap.newKeySet();

    /** @param around {@code null}: nothing */
    public Attempts(OutcomeWriter outcomes, AroundAttempt around, DeliveryListener listener) {
        this.outcomes = outcomes;
        this.around = around;
        this.listener = listener;
        workers = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(),
                new DaemonThreads("local-task-worker"));
    }

    /** Never throws. */
    void start(TaskInHand task, Channel channel, Slot slot) {
        Attempt attempt = new Attempt(task, outcomes, slot, around, listener);
        try {
            if (channel instanceof Channel.Direct direct) {
                callAsync(attempt, direct.channel());
            } else if (channel instanceof Channel.Async async) {
                workers.execute(() -> callUsersAsync(attempt, async.channel()));
            } else if (channel instanceof Channel.Blocking blocking) {
                workers.execute(() -> callBlocking(attempt, blocking.channel()));
            } else if (channel instanceof Channel.BlockingOnVirtualThread blocking) {
                blocking.threads().execute(() -> callOnVirtualThread(attempt, blocking.channel()));
            }
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            attempt.complete(Outcome.failed("no thread for the attempt"));
            attempt.end();
        }
    }

    /** A call that blocks although it must not is timed out like one that may; its slot stays taken until it returns. */
    private void callUsersAsync(Attempt attempt, TaskChannel channel) {
        CallAlarm alarm = alarm(attempt);
        try {
            callAsync(attempt, channel);
        } finally {
            alarms.clear(alarm);
        }
    }

    private CallAlarm alarm(Attempt attempt) {
        CallAlarm alarm = new CallAlarm(attempt, System.nanoTime() + attempt.delivery().timeout().toNanos());
        alarms.set(alarm);
        return alarm;
    }

    /** For a call that may not return. */
    private record CallAlarm(Attempt attempt, long time) implements Alarms.Alarm {

        @Override
        public void ring() {
            attempt.expire();
        }
    }

    private void callAsync(Attempt attempt, TaskChannel channel) {
        try {
            Uni<Outcome> outcome = channel.deliver(attempt.begin());
            if (attempt.isCompleted()) {
                // timed out meanwhile: the lease may be somebody else's when a late subscription sends
                attempt.end();
                return;
            }
            outcome.subscribe().withSubscriber(new AsyncAnswer(attempt, alarms));
        } catch (Throwable e) {
            attempt.failAndEnd(e);
        } finally {
            attempt.returned();
        }
    }

    private void callBlocking(Attempt attempt, BlockingTaskChannel channel) {
        CallAlarm alarm = alarm(attempt);
        try {
            attempt.complete(channel.deliver(attempt.begin()));
        } catch (Throwable e) {
            attempt.complete(Outcome.failed(Reasons.of(e)));
        } finally {
            attempt.returned();
            alarms.clear(alarm);
            attempt.end();
        }
    }

    private void callOnVirtualThread(Attempt attempt, BlockingTaskChannel channel) {
        virtualThreads.add(Thread.currentThread());
        try {
            callBlocking(attempt, channel);
        } finally {
            virtualThreads.remove(Thread.currentThread());
        }
    }

    /** After the outcomes have been waited for: threads that are still in a user's code are interrupted and left behind. */
    public void stop() {
        workers.shutdownNow();
        virtualThreads.forEach(Thread::interrupt);
        alarms.stop();
    }

    static Delivery deliveryOf(TaskInHand task) {
        Duration timeout = task.destination().timeout();
        return new Delivery(task.taskId(), task.name(), task.destination().name(), task.attempt(), task.payload(),
                task.contentType(), task.headers(), task.target(), timeout);
    }
}
