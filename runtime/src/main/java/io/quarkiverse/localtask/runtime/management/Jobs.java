package io.quarkiverse.localtask.runtime.management;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;

import org.jboss.logging.Logger;

/** Bulk work that somebody has begun on the page and looks after. */
final class Jobs {

    private static final Logger LOG = Logger.getLogger(Jobs.class);
    private static final int AT_THE_SAME_TIME = 4;
    private static final int REMEMBERED = 100;

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(0, AT_THE_SAME_TIME, 10, TimeUnit.SECONDS,
            new SynchronousQueue<>(), work -> {
                Thread thread = new Thread(work, "local-task-management");
                thread.setDaemon(true);
                return thread;
            });
    private final Map<String, Job> jobs = new LinkedHashMap<>();

    /** How far it is. @param error why it has failed, or {@code null} */
    record Progress(boolean done, long count, String error) {
    }

    /** Does something to many tasks. */
    interface Work {

        /** @param goOn is told how many so far; {@code false} ends it */
        long run(LongPredicate goOn);
    }

    private static final class Job {

        private volatile Progress progress = new Progress(false, 0, null);
        private volatile boolean stopped;

        private void run(Work work) {
            try {
                long count = work.run(soFar -> {
                    progress = new Progress(false, soFar, null);
                    return !stopped;
                });
                progress = new Progress(true, count, null);
            } catch (RuntimeException | Error e) {
                LOG.error("Bulk work of the management of local tasks failed", e);
                progress = new Progress(true, progress.count(), e.getMessage());
            }
        }
    }

    /** @return its name */
    String start(Work work) {
        Job job = new Job();
        String id = UUID.randomUUID().toString();
        try {
            threads.execute(() -> job.run(work));
        } catch (RejectedExecutionException e) {
            throw new IllegalArgumentException(AT_THE_SAME_TIME + " jobs are running already: wait for one of them, or stop it");
        }
        synchronized (jobs) {
            jobs.put(id, job);
            if (jobs.size() > REMEMBERED) {
                jobs.keySet().remove(jobs.keySet().iterator().next());
            }
        }
        return id;
    }

    Optional<Progress> progress(String id) {
        synchronized (jobs) {
            return Optional.ofNullable(jobs.get(id)).map(job -> job.progress);
        }
    }

    void stop(String id) {
        synchronized (jobs) {
            Optional.ofNullable(jobs.get(id)).ifPresent(job -> job.stopped = true);
        }
    }
}
