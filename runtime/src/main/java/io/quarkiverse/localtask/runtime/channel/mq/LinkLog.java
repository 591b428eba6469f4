package io.quarkiverse.localtask.runtime.channel.mq;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.jboss.logging.Logger;

/**
 * What the log says about one messaging channel. A trouble is told once, and its end once: when the broker confirms something
 * again. Until then the same trouble is not told again, however often the connection is made anew meanwhile; and where trouble
 * and confirms take turns, each kind is told once a minute.
 */
final class LinkLog {

    private static final Logger LOG = Logger.getLogger(MqLink.class);
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final LongSupplier clock;
    /** Kinds are few: they are ours. */
    private final Map<String, Long> told = new HashMap<>();
    private boolean confirmedSince = true;
    private boolean endIsOwed;

    LinkLog(String name, LongSupplier clock) {
        this.name = name;
        this.clock = clock;
    }

    /**
     * @param kind the same for what is the same trouble
     * @param detail what differs from time to time
     */
    synchronized void trouble(String kind, String detail) {
        long now = clock.getAsLong();
        Long before = told.get(kind);
        if (before != null && (!confirmedSince || now - before < MINUTE)) {
            LOG.debugf("Messaging channel %s: %s%s", name, kind, detail);
            return;
        }
        told.put(kind, now);
        confirmedSince = false;
        endIsOwed = true;
        LOG.warnf("Messaging channel %s: %s%s", name, kind, detail);
    }

    /** The broker has confirmed a message. */
    synchronized void confirmed() {
        confirmedSince = true;
        if (endIsOwed) {
            endIsOwed = false;
            LOG.infof("Messaging channel %s: the broker confirms messages again", name);
        }
    }
}
