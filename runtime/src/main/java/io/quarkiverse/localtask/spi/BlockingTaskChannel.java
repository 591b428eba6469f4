package io.quarkiverse.localtask.spi;

/**
 * A way to send for code that blocks. Named and used like {@link TaskChannel}. Each attempt runs on a worker thread; a
 * destination
 * uses at most {@code concurrency} of them. A call that is not back after {@link Delivery#timeout()} counts as failed but keeps
 * its thread, and its place in the destination's concurrency, until it returns.
 * <p>
 * With {@link io.smallrye.common.annotation.RunOnVirtualThread @RunOnVirtualThread} on the class, or on its {@code deliver}
 * method, each attempt runs on a virtual thread of its own; on Java 17, and with
 * {@code quarkus.virtual-threads.enabled=false}, on a worker thread as without.
 */
public interface BlockingTaskChannel {

    /**
     * @param delivery what to send
     * @return how the attempt ended
     * @throws Exception counts as {@link Outcome#failed}
     */
    Outcome deliver(Delivery delivery) throws Exception;
}
