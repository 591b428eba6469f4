package io.quarkiverse.localtask.runtime.channel.mq;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.quarkiverse.localtask.runtime.config.Names;
import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.Uni;

/**
 * What is known about the connection of one messaging channel, and the publishes that wait for it.
 * <p>
 * The connector keeps what it is given until it can send it, without a bound, and forgets the confirms it waits for when the
 * connection is lost. So it is given messages only while it is connected; those under way when the connection goes fail then,
 * not at their time-outs. The connector first connects when it has something to send: one publish, the pilot, goes ahead, and
 * the
 * others follow once there is a connection (or, where another connector is used, once the pilot is confirmed).
 */
final class MqLink {

    /** No answer at all for so long, while publishes time out: the connection is as good as lost. */
    private static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** So long a message's own confirm is waited for, after the client has let another one's count for it. */
    private static final Duration CONFIRM_OF_ITS_OWN = Duration.ofSeconds(2);
    private static final Uni<Void> DONE = Uni.createFrom().voidItem();

    private enum State {
        /** Reactive messaging has not wired its channels yet. */
        NOT_STARTED,
        /** Never connected, and the connector connects only when it has something to send. */
        IDLE,
        /** Not connected, and the connector is trying. */
        DOWN,
        UP,
        /** Connected, and the broker takes nothing: its memory or disk is short. */
        BLOCKED
    }

    private final Executor workers;
    private final LinkLog log;
    private final Set<Publish> waiting = new LinkedHashSet<>();
    /** Handed to the emitter and not answered, in this order. */
    private final Set<Publish> sent = new LinkedHashSet<>();
    private State state = State.NOT_STARTED;
    private Publish pilot;
    /** What is heard of any other connection is old: two threads may report the end of one, and the later be overtaken. */
    private Object connection;
    /** Of that connection. */
    private ConfirmedTags confirmed;
    /** Ends the connection; {@code null} without one, and while it is being ended. */
    private Runnable closeConnection;
    private long lastAnswer;

    /** @param workers release what waits, and close connections; may block */
    MqLink(String name, Executor workers) {
        this.workers = workers;
        this.log = new LinkLog(name, System::nanoTime);
    }

    void offer(Publish publish) {
        synchronized (this) {
            if (publish.isGivenUp()) {
                return;
            }
            if (!maySend()) {
                waiting.add(publish);
                return;
            }
            markSent(publish);
        }
        send(publish);
    }

    /** Nobody waits for its outcome any more. */
    void giveUp(Publish publish) {
        Runnable close = null;
        synchronized (this) {
            publish.giveUp();
            // one that was answered is no reason to look at all others
            if (!waiting.remove(publish) && state == State.UP && sent.contains(publish)) {
                sent.removeIf(other -> other.isGivenUp() && other.sentAt() < lastAnswer);
                if (isStalled()) {
                    close = closeConnection;
                    // one of many that time out together is enough
                    closeConnection = null;
                }
            }
        }
        if (close != null) {
            log.trouble("the broker confirms nothing", " for " + TimeUnit.NANOSECONDS.toSeconds(STALLED_NANOS)
                    + " s; connecting anew");
            workers.execute(close);
        }
    }

    /**
     * The client says that a message is confirmed.
     *
     * @param tag its delivery tag, as far as the client knows it; 0: it is being published; {@code null}: this connector has
     *        none
     * @return ends once the broker has answered about this very message; fails if it has refused it, or may have
     */
    Uni<Void> confirmed(Long tag) {
        ConfirmedTags tags = confirmed();
        if (tag == null || tag > 0 && (tags == null || tags.hasAccepted(tag))) {
            return DONE;
        }
        if (tags == null) {
            return Uni.createFrom().failure(new PublishFailure.ConfirmedTooEarly());
        }
        return Uni.createFrom().<Boolean> emitter(emitter -> {
            Consumer<Boolean> told = emitter::complete;
            emitter.onTermination(() -> tags.forget(told));
            tags.whenAnswered(tag, told);
        }).ifNoItem().after(CONFIRM_OF_ITS_OWN).recoverWithItem(false).onItem().transformToUni(
                accepted -> accepted ? DONE : Uni.createFrom().failure(new PublishFailure.ConfirmedTooEarly()));
    }

    private synchronized ConfirmedTags confirmed() {
        return confirmed;
    }

    /** @return why a publish that is given up now has failed */
    String reasonOf(Publish publish) {
        if (publish.isSent() && !isPilot(publish)) {
            return "no confirm from the broker in time";
        }
        return switch (state()) {
            case NOT_STARTED -> "not sent: reactive messaging has not started";
            case BLOCKED -> "not sent: the broker takes no messages, its memory or disk is short";
            default -> "no connection to the broker";
        };
    }

    /**
     * The connector has closed the connection, and will not connect again.
     *
     * @param which the connection
     */
    synchronized void closed(Object which) {
        if (which == connection) {
            connection = null;
            closeConnection = null;
            state = State.DOWN;
        }
    }

    /** The emitters can be used from now on. */
    void started() {
        synchronized (this) {
            if (state == State.NOT_STARTED) {
                state = State.IDLE;
            }
        }
        release();
    }

    /**
     * There is a new connection, which cannot be used yet.
     *
     * @param which the connection
     * @param tags what the broker confirms on it
     */
    void connecting(Object which, ConfirmedTags tags) {
        List<Publish> failed = List.of();
        synchronized (this) {
            if (state == State.UP || state == State.BLOCKED) {
                failed = notConnected();
            }
            connection = which;
            confirmed = tags;
        }
        failed.forEach(publish -> publish.complete(Outcome.failed("the connection to the broker was lost")));
    }

    /**
     * @param which the connection that can be used now, unless it is lost already
     * @param close ends this connection, so that the connector makes another; may block
     */
    void connected(Object which, Runnable close) {
        synchronized (this) {
            if (which != connection) {
                return;
            }
            // the pilot may have met the alarm before
            state = state == State.BLOCKED ? State.BLOCKED : State.UP;
            closeConnection = close;
        }
        release();
    }

    /** @param which the connection that it holds for */
    void blocked(Object which) {
        synchronized (this) {
            if (which != connection) {
                return;
            }
            state = State.BLOCKED;
        }
        log.trouble("the broker takes no messages, its memory or disk is short", "");
    }

    /** @param which the connection that it holds for */
    void unblocked(Object which) {
        synchronized (this) {
            if (which == connection && state == State.BLOCKED) {
                state = State.UP;
            }
        }
        release();
    }

    /**
     * The connector connects again by itself.
     *
     * @param which the connection
     * @param reason for people, without secrets
     */
    void lost(Object which, String reason) {
        List<Publish> failed;
        boolean wasConnected;
        synchronized (this) {
            if (which != connection) {
                return;
            }
            connection = null;
            if (state == State.NOT_STARTED) {
                return;
            }
            wasConnected = state == State.UP || state == State.BLOCKED;
            failed = notConnected();
        }
        if (wasConnected || !failed.isEmpty()) {
            log.trouble(reason, failed.isEmpty() ? ""
                    : "; " + Names.count(failed.size(), "message was under way, its task is sent again",
                            "messages were under way, their tasks are sent again"));
        }
        failed.forEach(publish -> publish.complete(Outcome.failed(reason)));
    }

    /** @return what was under way, to be failed outside the lock */
    private List<Publish> notConnected() {
        List<Publish> failed = new ArrayList<>(sent);
        sent.clear();
        state = State.DOWN;
        pilot = null;
        closeConnection = null;
        return failed;
    }

    private boolean maySend() {
        return state == State.UP || state == State.IDLE && pilot == null;
    }

    private void markSent(Publish publish) {
        publish.sentAt(System.nanoTime());
        sent.add(publish);
        if (state == State.IDLE) {
            pilot = publish;
        }
    }

    private void release() {
        for (Publish next = next(); next != null; next = next()) {
            send(next);
        }
    }

    private synchronized Publish next() {
        Iterator<Publish> first = waiting.iterator();
        if (!maySend() || !first.hasNext()) {
            return null;
        }
        Publish publish = first.next();
        first.remove();
        markSent(publish);
        return publish;
    }

    private void send(Publish publish) {
        publish.send().subscribe().with(confirmed -> answered(publish, Outcome.succeeded()),
                failure -> answered(publish, Outcome.failed(PublishFailure.reason(failure))));
    }

    private void answered(Publish publish, Outcome outcome) {
        if (outcome instanceof Outcome.Succeeded) {
            log.confirmed();
        }
        boolean release;
        synchronized (this) {
            lastAnswer = System.nanoTime();
            sent.remove(publish);
            release = pilot == publish;
            if (release) {
                pilot = null;
                if (state == State.IDLE && outcome instanceof Outcome.Succeeded) {
                    state = State.UP;
                }
            }
        }
        publish.complete(outcome);
        if (release) {
            workers.execute(this::release);
        }
    }

    private boolean isStalled() {
        Iterator<Publish> oldest = sent.iterator();
        return oldest.hasNext() && System.nanoTime() - Math.max(oldest.next().sentAt(), lastAnswer) > STALLED_NANOS;
    }

    private synchronized boolean isPilot(Publish publish) {
        return pilot == publish;
    }

    private synchronized State state() {
        return state;
    }
}
