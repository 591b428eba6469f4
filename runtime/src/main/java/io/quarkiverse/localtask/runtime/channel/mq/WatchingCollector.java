package io.quarkiverse.localtask.runtime.channel.mq;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.MetricsCollector;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.impl.AMQConnection;

import io.smallrye.mutiny.infrastructure.Infrastructure;

/**
 * Sees the connections and channels that the connector makes.
 * <p>
 * When the broker closes only the channel (an exchange that does not exist), the connector opens another on the same
 * connection,
 * without its confirm listener: whatever it publishes then is never confirmed. So the connection is dropped as well; with a
 * new one the connector starts afresh.
 * <p>
 * At its first reconnect, and only then, the client keeps the confirms that the lost connection owed; as long as they stand in
 * the way it ignores most new ones. So that connection must not be used; the next one is clean. It must not be dropped at just
 * any moment either: what the client's restart does to a closed connection throws where nobody catches, and the client waits
 * for the end of that restart for ever. So its channel is made transactional, and the broker refuses to confirm what it gets
 * (AMQP 0-9-1, class confirm): the client's attempt to connect fails in order, and it makes the next one.
 */
final class WatchingCollector extends ForwardingCollector {

    private static final int ABORT_TIMEOUT_MILLIS = 1000;
    private static final long POLL_MILLIS = 5;
    private static final int FIRST_RECONNECT = 2;
    /** A few steps on event loops, which may be busy. */
    private static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** After this the connection is used all the same: what is not confirmed fails, and is sent again. */
    private static final long WITHOUT_CONFIRMS_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final MqLink link;
    /** The one that is in use; another channel on its connection is none for us. */
    private volatile Connection connection;
    /** The channel in use, if its confirms may be counted. */
    private volatile Watched used;
    private volatile long connectedSince;
    private final AtomicInteger connections = new AtomicInteger();

    private record Watched(Channel channel, ConfirmedTags tags) {
    }

    /** @param users the application's own, or {@code null} */
    WatchingCollector(MqLink link, MetricsCollector users) {
        super(users);
        this.link = link;
    }

    @Override
    public void newChannel(Channel channel) {
        super.newChannel(channel);
        Connection now = channel.getConnection();
        if (now == connection) {
            dropOnceSettled(now);
            return;
        }
        connection = now;
        used = null;
        connectedSince = System.nanoTime();
        if (connections.incrementAndGet() == FIRST_RECONNECT) {
            refuseConfirms(channel, now);
            return;
        }
        Watched watched = new Watched(channel, new ConfirmedTags(channel::getNextPublishSeqNo));
        used = watched;
        link.connecting(now, watched.tags);
        channel.addShutdownListener(cause -> closed(now, cause));
        now.addBlockedListener(reason -> link.blocked(now), () -> link.unblocked(now));
        awaitConfirms(channel, now, System.nanoTime());
    }

    @Override
    public void basicPublishAck(Channel channel, long deliveryTag, boolean multiple) {
        super.basicPublishAck(channel, deliveryTag, multiple);
        answered(channel, deliveryTag, multiple, true);
    }

    @Override
    public void basicPublishNack(Channel channel, long deliveryTag, boolean multiple) {
        super.basicPublishNack(channel, deliveryTag, multiple);
        answered(channel, deliveryTag, multiple, false);
    }

    private void answered(Channel channel, long deliveryTag, boolean multiple, boolean accepted) {
        Watched watched = used;
        // another channel counts from 1 as well
        if (watched != null && watched.channel == channel) {
            watched.tags.answered(deliveryTag, multiple, accepted);
        }
    }

    /** What is thrown here fails the client's attempt to connect, as it should. */
    private static void refuseConfirms(Channel channel, Connection now) {
        // ended by us, so that the client does not begin another restart beside the one under way
        channel.addShutdownListener(cause -> Infrastructure.getDefaultWorkerPool()
                .execute(() -> now.abort(AMQP.REPLY_SUCCESS, "connecting anew", ABORT_TIMEOUT_MILLIS)));
        try {
            channel.txSelect();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // a broker that lets a channel have both
        Infrastructure.getDefaultWorkerPool().schedule(() -> {
            if (channel.isOpen()) {
                drop(now);
            }
        }, WITHOUT_CONFIRMS_NANOS, TimeUnit.NANOSECONDS);
    }

    /** The connector asks for confirms right after it has set its listener. */
    private void awaitConfirms(Channel channel, Connection now, long since) {
        if (!channel.isOpen()) {
            return;
        }
        if (channel.getNextPublishSeqNo() > 0 || System.nanoTime() - since > WITHOUT_CONFIRMS_NANOS) {
            link.connected(now, () -> drop(now));
            return;
        }
        Infrastructure.getDefaultWorkerPool().schedule(() -> awaitConfirms(channel, now, since), POLL_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    private void closed(Connection now, ShutdownSignalException cause) {
        if (cause.isInitiatedByApplication()) {
            link.closed(now);
            return;
        }
        link.lost(now, reason(cause));
        if (!cause.isHardError()) {
            dropOnceSettled(now);
        }
    }

    /** Not while the client's restart may still be under way: see above. On an open connection it ends well. */
    private void dropOnceSettled(Connection now) {
        long left = SETTLED_NANOS - (System.nanoTime() - connectedSince);
        Infrastructure.getDefaultWorkerPool().schedule(
                () -> Infrastructure.getDefaultWorkerPool().execute(() -> drop(now)), Math.max(0, left), TimeUnit.NANOSECONDS);
    }

    /**
     * Ends the connection as if its peer were gone: after that the connector connects anew. After a close or an abort it would
     * wait for the next message, and never learn whether that one was confirmed.
     */
    private static void drop(Connection connection) {
        if (connection instanceof AMQConnection client) {
            client.handleIoError(new EOFException("dropped by quarkus-local-task"));
        } else {
            connection.abort(AMQP.CONNECTION_FORCED, "connecting anew", ABORT_TIMEOUT_MILLIS);
        }
    }

    /** By the reply code alone: the text may quote a header or a name. */
    private static String reason(ShutdownSignalException cause) {
        Method reason = cause.getReason();
        int code = reason instanceof AMQP.Channel.Close close ? close.getReplyCode()
                : reason instanceof AMQP.Connection.Close close ? close.getReplyCode() : 0;
        return switch (code) {
            case AMQP.NOT_FOUND -> "the exchange does not exist (404)";
            case AMQP.ACCESS_REFUSED -> "the broker refused access (403)";
            case AMQP.PRECONDITION_FAILED -> "the broker refused the message or another one on its channel (406)";
            case AMQP.CONTENT_TOO_LARGE -> "the message is too large for the broker (311)";
            case 0 -> "the connection to the broker was lost";
            default -> "the broker closed the connection (" + code + ")";
        };
    }
}
