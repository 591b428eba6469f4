package io.quarkiverse.localtask.runtime.channel.mq;

import java.io.EOFException;
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
 * the way it ignores most new ones. So that connection is dropped before anything is sent over it; the next one is clean.
 */
final class WatchingCollector extends ForwardingCollector {

    private static final int ABORT_TIMEOUT_MILLIS = 1000;
    private static final long POLL_MILLIS = 5;
    private static final int FIRST_RECONNECT = 2;
    /** After this the connection is used all the same: what is not confirmed fails, and is sent again. */
    private static final long WITHOUT_CONFIRMS_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final MqLink link;
    /** The one that is in use; another channel on its connection is none for us. */
    private volatile Connection connection;
    private final AtomicInteger connections = new AtomicInteger();

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
            Infrastructure.getDefaultWorkerPool().execute(() -> drop(now));
            return;
        }
        connection = now;
        link.connecting(now);
        boolean once = connections.incrementAndGet() == FIRST_RECONNECT;
        channel.addShutdownListener(cause -> closed(now, cause));
        now.addBlockedListener(reason -> link.blocked(now), () -> link.unblocked(now));
        awaitConfirms(channel, now, once, System.nanoTime());
    }

    /** The connector asks for confirms right after it has set its listener. */
    private void awaitConfirms(Channel channel, Connection now, boolean once, long since) {
        if (!channel.isOpen()) {
            return;
        }
        if (channel.getNextPublishSeqNo() > 0 || System.nanoTime() - since > WITHOUT_CONFIRMS_NANOS) {
            if (once) {
                drop(now);
            } else {
                link.connected(now, () -> drop(now));
            }
            return;
        }
        Infrastructure.getDefaultWorkerPool().schedule(() -> awaitConfirms(channel, now, once, since), POLL_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    private void closed(Connection now, ShutdownSignalException cause) {
        if (cause.isInitiatedByApplication()) {
            link.closed(now);
            return;
        }
        link.lost(now, reason(cause));
        if (!cause.isHardError()) {
            Infrastructure.getDefaultWorkerPool().execute(() -> drop(now));
        }
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
