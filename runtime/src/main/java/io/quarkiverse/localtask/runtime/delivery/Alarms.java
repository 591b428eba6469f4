package io.quarkiverse.localtask.runtime.delivery;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

import org.jboss.logging.Logger;

/**
 * Rings for what is not over in time, some milliseconds late. Nearly everything is over in time, so setting and clearing an
 * alarm
 * is what must cost nothing: no order is kept, and no thread is woken for it. A thread looks at all of them now and then.
 */
final class Alarms {

    private static final Logger LOG = Logger.getLogger(Alarms.class);
    /** How late an alarm may ring. */
    private static final long RESOLUTION_NANOS = 10_000_000;
    /** After so many looks at nothing the thread sleeps until there is something. */
    private static final int IDLE_LOOKS = 100;

    private final Set<Alarm> set = ConcurrentHashMap.newKeySet();
    private final Thread thread;
    private volatile boolean parked;
    private volatile boolean stopped;

    /** What wants to be rung. It belongs to one {@link Alarms} at a time. */
    interface Alarm {

        /** @return when, by {@link System#nanoTime()} */
        long time();

        /** On the thread of the alarms: must not block for long. */
        void ring();
    }

    Alarms(String threadName) {
        thread = new DaemonThreads(threadName).newThread(this::run);
        thread.start();
    }

    void set(Alarm alarm) {
        set.add(alarm);
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    /** After this it may still be ringing at the moment. */
    void clear(Alarm alarm) {
        set.remove(alarm);
    }

    /** @return how many are set */
    int size() {
        return set.size();
    }

    private void run() {
        for (int idle = 0; !stopped;) {
            if (set.isEmpty()) {
                idle++;
            } else {
                idle = 0;
                ringDue(System.nanoTime());
            }
            if (idle < IDLE_LOOKS) {
                LockSupport.parkNanos(this, RESOLUTION_NANOS);
            } else {
                // first the sign, then the look: who sets one looks for the sign afterwards
                parked = true;
                while (set.isEmpty() && !stopped) {
                    LockSupport.park(this);
                }
                parked = false;
                idle = 0;
            }
        }
    }

    private void ringDue(long now) {
        for (Alarm alarm : set) {
            if (alarm.time() - now <= 0 && set.remove(alarm)) {
                try {
                    alarm.ring();
                } catch (Throwable e) {
                    LOG.error("Unexpected error at the end of an attempt's time", e);
                }
            }
        }
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }
}
