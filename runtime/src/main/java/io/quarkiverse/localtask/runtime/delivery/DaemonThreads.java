package io.quarkiverse.localtask.runtime.delivery;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

import org.jboss.logging.MDC;

/** Names threads and keeps them from holding up the JVM's exit. */
public final class DaemonThreads implements ThreadFactory {

    private final String name;
    private final AtomicInteger count = new AtomicInteger();

    public DaemonThreads(String name) {
        this.name = name;
    }

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(() -> {
            // inherited from who happened to need the thread, and about a task of theirs
            MDC.clear();
            work.run();
        }, name + "-" + count.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
