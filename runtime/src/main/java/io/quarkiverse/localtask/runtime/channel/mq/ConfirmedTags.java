package io.quarkiverse.localtask.runtime.channel.mq;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What the broker has answered about the messages of one channel, by delivery tag, as the channel itself is told.
 * <p>
 * The client alone is not to be believed: it lets a confirm of several messages count for the one that it is about to publish,
 * with the tag that this one has or will have in a moment. While it says so no other message is published, since one event loop
 * does both; so without a tag it is the channel's last one or its next one, and accepted for certain once both are.
 */
final class ConfirmedTags {

    /** Refused messages are asked for at once. */
    private static final int MOST_REFUSED = 100_000;

    private final LongSupplier next;
    /** From tag to tag, with gaps between: as many as there are messages without an answer, and one. */
    private final TreeMap<Long, Long> answered = new TreeMap<>();
    private final TreeSet<Long> refused = new TreeSet<>();
    private final List<Waiter> waiters = new ArrayList<>();

    private record Waiter(long first, long last, Consumer<Boolean> told) {
    }

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
        List<Waiter> done = new ArrayList<>();
        synchronized (this) {
            long first = multiple ? 1 : tag;
            if (!accepted) {
                refuse(first, tag);
            }
            add(first, tag);
            if (!waiters.isEmpty()) {
                waiters.stream().filter(waiter -> isAnswered(waiter.first, waiter.last)).forEach(done::add);
                waiters.removeAll(done);
            }
        }
        done.forEach(waiter -> waiter.told.accept(isAccepted(waiter)));
    }

    /** @return whether it is known by now that the broker has accepted the message */
    synchronized boolean hasAccepted(long tag) {
        return isAnswered(tag, tag) && !refused.contains(tag);
    }

    /**
     * @param tag the message's, as far as the client knows it; 0: it is being published
     * @param told once whether the broker has accepted it; at once where that is known
     */
    void whenAnswered(long tag, Consumer<Boolean> told) {
        Waiter waiter;
        synchronized (this) {
            long last = tag == 0 ? next.getAsLong() : tag;
            waiter = new Waiter(tag == 0 ? Math.max(1, last - 1) : tag, last, told);
            if (!isAnswered(waiter.first, waiter.last)) {
                waiters.add(waiter);
                return;
            }
        }
        told.accept(isAccepted(waiter));
    }

    synchronized void forget(Consumer<Boolean> told) {
        waiters.removeIf(waiter -> waiter.told == told);
    }

    private synchronized boolean isAccepted(Waiter waiter) {
        return refused.subSet(waiter.first, true, waiter.last, true).isEmpty();
    }

    private boolean isAnswered(long first, long last) {
        Map.Entry<Long, Long> range = answered.floorEntry(first);
        return range != null && range.getValue() >= last;
    }

    private void refuse(long first, long last) {
        for (long tag = first; tag <= last; tag++) {
            Map.Entry<Long, Long> range = answered.floorEntry(tag);
            if (range != null && range.getValue() >= tag) {
                tag = range.getValue();
            } else {
                refused.add(tag);
            }
        }
        while (refused.size() > MOST_REFUSED) {
            refused.pollFirst();
        }
    }

    private void add(long first, long last) {
        Map.Entry<Long, Long> before = answered.floorEntry(first);
        long from = first;
        if (before != null && before.getValue() >= first - 1) {
            from = before.getKey();
        }
        long to = last;
        for (Map.Entry<Long, Long> range; (range = answered.ceilingEntry(from)) != null && range.getKey() <= to + 1;) {
            to = Math.max(to, range.getValue());
            answered.remove(range.getKey());
        }
        answered.put(from, to);
    }
}
