package io.quarkiverse.localtask.spi;

import io.smallrye.mutiny.Uni;

/**
 * A way to send. A CDI bean of this type, named by {@link io.smallrye.common.annotation.Identifier @Identifier("name")}, is
 * used
 * by every destination with {@code quarkus.local-task.destinations.<destination>.channel=name}.
 * <p>
 * It runs outside any transaction and request, on a worker thread of the extension. An exception, or a {@code Uni} that fails,
 * counts as {@link Outcome#failed}. It must return without blocking; see {@link BlockingTaskChannel} for code that blocks.
 */
public interface TaskChannel {

    /**
     * @param delivery what to send
     * @return how the attempt ended; cancelled when {@link Delivery#timeout()} is over
     */
    Uni<Outcome> deliver(Delivery delivery);
}
