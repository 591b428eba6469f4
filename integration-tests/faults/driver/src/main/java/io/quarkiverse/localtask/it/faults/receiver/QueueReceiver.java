package io.quarkiverse.localtask.it.faults.receiver;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;

/** The consumer of a queue; finds its broker again by itself. */
final class QueueReceiver {

    private static final int RECOVERY_MILLIS = 500;

    private QueueReceiver() {
    }

    /** @param exchange declared, with the queue and a binding for everything; empty: the queue is there */
    static void consume(int port, String exchange, String queue, LedgerFile ledger) throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        factory.setNetworkRecoveryInterval(RECOVERY_MILLIS);
        Connection connection = factory.newConnection("receiver");
        Channel channel = connection.createChannel();
        if (!exchange.isEmpty()) {
            channel.exchangeDeclare(exchange, BuiltinExchangeType.TOPIC, true);
            channel.queueDeclare(queue, true, false, false, null);
            channel.queueBind(queue, exchange, "#");
        }
        channel.basicConsume(queue, false, (tag, message) -> {
            Map<String, Object> headers = message.getProperties().getHeaders();
            Object attempt = headers == null ? null : headers.get("Local-Task-Attempt");
            ledger.add(new Delivery(System.currentTimeMillis(), queue, String.valueOf(message.getProperties().getMessageId()),
                    attempt == null ? 0 : Integer.parseInt(attempt.toString()), LedgerFile.hash(message.getBody()), 200));
            acknowledge(channel, message.getEnvelope().getDeliveryTag());
        }, tag -> {
        });
    }

    private static void acknowledge(Channel channel, long tag) throws IOException {
        try {
            channel.basicAck(tag, false);
        } catch (AlreadyClosedException e) {
            // the broker gives it again
        }
    }
}
