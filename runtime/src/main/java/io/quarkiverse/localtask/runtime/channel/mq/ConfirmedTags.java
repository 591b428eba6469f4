package io.quarkiverse.localtask.runtime.channel.mq;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Which delivery tags of a channel the broker has answered, as the channel itself is told.
 * <p>
 * The client lets a confirm of several messages count for the one that it is about to publish and has given no tag yet. That
 * one's tag is then the next of the channel, or the last if it was published meanwhile. So it is confirmed once all are, the
 * next one included; on a channel under load, where such things happen, that takes no time.
 */
final class ConfirmedTags {

    private final LongSupplier next;
    private long allUpTo;
    /** Those above, answered before others. */
    private final TreeSet<Long> early = new TreeSet<>();
    private final Map<Consumer<Boolean>, Long> waiting = new HashMap<>();

    /** @param next the tag of the channel's next message */
    ConfirmedTags(LongSupplier next) {
        this.next = next;
    }

    /**
     * @param tag as the broker says it
     * @param multiple whether all before it are meant too
     * @param accepted whether the broker has them
     */
    void answered(long tag, boolean multiple, boolean accepted) {
        List<Consumer<Boolean>> told = new ArrayList<>();
        synchronized (this) {
            if (multiple) {
                allUpTo = Math.max(allUpTo, tag);
                early.headSet(tag, true).clear();
            } else if (tag > allUpTo) {
                early.add(tag);
            }
            while (early.remove(allUpTo + 1)) {
                allUpTo++;
            }
            waiting.forEach((waiter, upTo) -> {
                // one of those that were refused may be the one
                if (!accepted || upTo <= allUpTo) {
                    told.add(waiter);
                }
            });
            told.forEach(waiting::remove);
        }
        told.forEach(waiter -> waiter.accept(accepted));
    }

    /** @param waiter is told once whether the message, which is being published now, was confirmed */
    synchronized void whenOneBeingPublishedIs(Consumer<Boolean> waiter) {
        waiting.put(waiter, next.getAsLong());
    }

    synchronized void forget(Consumer<Boolean> waiter) {
        waiting.remove(waiter);
    }
}
