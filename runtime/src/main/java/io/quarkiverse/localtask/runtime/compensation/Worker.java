package io.quarkiverse.localtask.runtime.compensation;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.jboss.logging.Logger;

/**
 * A thread that works when it is woken (or after its longest idle time) and survives every error: one line when trouble starts,
 * one
 * when it is over. It is never interrupted, since an interrupt in the middle of a statement can break a connection.
 */
abstract class Worker {

    private static final Logger LOG = Logger.getLogger(Worker.class);
    /** Who looks more often than that does not in trouble. */
    private static final Duration AFTER_AN_ERROR = Duration.ofSeconds(1);

    private final String what;
    private final Duration longestIdle;
    private final Thread thread;
    private final Semaphore wakeUps = new Semaphore(0);
    private volatile boolean stopped;
    private boolean troubled;

    Worker(String what, String threadName, Duration longestIdle) {
        this.what = what;
        this.longestIdle = longestIdle;
        this.thread = new Thread(this::run, threadName);
        thread.setDaemon(true);
    }

    /** What a turn of work came to. */
    enum Work {
        /** There was nothing to do, and nothing was tried. */
        NONE,
        /** Done for now. */
        DONE,
        /** There may be more to do at once. */
        MORE
    }

    abstract Work work() throws SQLException;

    void start() {
        thread.start();
    }

    /** Never blocks; wake-ups that come while it works are one wake-up. */
    void wake() {
        if (wakeUps.availablePermits() == 0) {
            wakeUps.release();
        }
    }

    boolean isStopped() {
        return stopped;
    }

    private void run() {
        while (!stopped) {
            Work work = Work.DONE;
            boolean failed = false;
            try {
                work = work();
                if (work != Work.NONE) {
                    recovered();
                }
            } catch (Throwable e) {
                failed = true;
                troubled(e);
            }
            if (work != Work.MORE && !stopped) {
                sleep(failed && longestIdle.compareTo(AFTER_AN_ERROR) < 0 ? AFTER_AN_ERROR : longestIdle);
            }
        }
    }

    /** Until woken, but not longer. */
    void sleep(Duration longest) {
        try {
            if (wakeUps.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS)) {
                wakeUps.drainPermits();
            }
        } catch (InterruptedException e) {
            LOG.debugf("Interrupt of the %s ignored", what);
        }
    }

    private void troubled(Throwable e) {
        if (!troubled && !stopped) {
            troubled = true;
            if (e instanceof SQLException sql) {
                LOG.warnf("The %s cannot use the database (%s, SQLSTATE %s: %s); it goes on trying", what,
                        sql.getClass().getSimpleName(), sql.getSQLState(), sql.getMessage());
            } else {
                LOG.errorf(e, "Unexpected error in the %s; it goes on trying", what);
            }
        }
    }

    private void recovered() {
        if (troubled) {
            troubled = false;
            LOG.infof("The %s works again", what);
        }
    }

    /** Lets the statement that is running finish. */
    void stop() {
        stopped = true;
        wake();
    }

    void join(long deadline) throws InterruptedException {
        if (thread.isAlive()) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
        }
    }
}
