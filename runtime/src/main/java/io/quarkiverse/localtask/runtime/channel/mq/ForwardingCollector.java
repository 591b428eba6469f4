package io.quarkiverse.localtask.runtime.channel.mq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MetricsCollector;
import com.rabbitmq.client.NoOpMetricsCollector;

/** Passes everything on to the application's own collector, since a client has only one. */
abstract class ForwardingCollector implements MetricsCollector {

    private final MetricsCollector users;

    /** @param users the application's own, or {@code null} */
    ForwardingCollector(MetricsCollector users) {
        this.users = users == null ? new NoOpMetricsCollector() : users;
    }

    @Override
    public void newChannel(Channel channel) {
        users.newChannel(channel);
    }

    @Override
    public void newConnection(Connection connection) {
        users.newConnection(connection);
    }

    @Override
    public void closeConnection(Connection connection) {
        users.closeConnection(connection);
    }

    @Override
    public void closeChannel(Channel channel) {
        users.closeChannel(channel);
    }

    @Override
    public void basicPublish(Channel channel) {
        users.basicPublish(channel);
    }

    @Override
    public void basicPublishFailure(Channel channel, Throwable cause) {
        users.basicPublishFailure(channel, cause);
    }

    @Override
    public void basicPublishAck(Channel channel, long deliveryTag, boolean multiple) {
        users.basicPublishAck(channel, deliveryTag, multiple);
    }

    @Override
    public void basicPublishNack(Channel channel, long deliveryTag, boolean multiple) {
        users.basicPublishNack(channel, deliveryTag, multiple);
    }

    @Override
    public void basicPublishUnrouted(Channel channel) {
        users.basicPublishUnrouted(channel);
    }

    @Override
    public void consumedMessage(Channel channel, long deliveryTag, boolean autoAck) {
        users.consumedMessage(channel, deliveryTag, autoAck);
    }

    @Override
    public void consumedMessage(Channel channel, long deliveryTag, String consumerTag) {
        users.consumedMessage(channel, deliveryTag, consumerTag);
    }

    @Override
    public void basicAck(Channel channel, long deliveryTag, boolean multiple) {
        users.basicAck(channel, deliveryTag, multiple);
    }

    @Override
    public void basicNack(Channel channel, long deliveryTag) {
        users.basicNack(channel, deliveryTag);
    }

    @Override
    public void basicReject(Channel channel, long deliveryTag) {
        users.basicReject(channel, deliveryTag);
    }

    @Override
    public void basicConsume(Channel channel, String consumerTag, boolean autoAck) {
        users.basicConsume(channel, consumerTag, autoAck);
    }

    @Override
    public void basicCancel(Channel channel, String consumerTag) {
        users.basicCancel(channel, consumerTag);
    }
}
