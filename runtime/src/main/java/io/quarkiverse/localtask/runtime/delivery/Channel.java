package io.quarkiverse.localtask.runtime.delivery;

import java.util.concurrent.Executor;

import io.quarkiverse.localtask.spi.BlockingTaskChannel;
import io.quarkiverse.localtask.spi.TaskChannel;

/**
 * How a destination's attempts are run. {@code Direct} is for our own channels, which are known not to block: they start on the
 * dispatch thread. A user's channel is called on a worker, so that code which blocks all the same delays its own destination
 * only.
 */
public sealed interface Channel {

    /** One of ours. */
    record Direct(TaskChannel channel) implements Channel {
    }

    /** A user's asynchronous channel. */
    record Async(TaskChannel channel) implements Channel {
    }

    /** A user's blocking channel. */
    record Blocking(BlockingTaskChannel channel) implements Channel {
    }

    /** A user's blocking channel that asks for virtual threads, and what starts them. */
    record BlockingOnVirtualThread(BlockingTaskChannel channel, Executor threads) implements Channel {
    }
}
