package io.quarkiverse.localtask.it.support;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Delivery;

/** The broker of a test, and what a test does with it. */
public final class Broker {

    private final AmqpServer server;

    public Broker(AmqpServer server) {
        this.server = server;
    }

    /** @return what it runs on */
    public AmqpServer server() {
        return server;
    }

    /** Runs something on a connection of its own. */
    public void with(Work work) {
        try (Connection connection = connect(); Channel channel = connection.createChannel()) {
            work.run(channel);
        } catch (IOException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Declares the exchange, durable, and a durable queue that gets everything of it. */
    public void declare(String exchange, String queue) {
        declare(exchange, queue, "#", null);
    }

    /** The same, for messages with this routing key and a queue with these arguments. */
    public void declare(String exchange, String queue, String routingKey, Map<String, Object> arguments) {
        with(channel -> {
            channel.exchangeDeclare(exchange, BuiltinExchangeType.TOPIC, true);
            channel.queueDeclare(queue, true, false, false, arguments);
            channel.queueBind(queue, exchange, routingKey);
        });
    }

    /** @return the next message, which is taken from the queue */
    public Delivery take(String queue) {
        return await("a message in the queue " + queue).atMost(Duration.ofSeconds(30)).until(() -> {
            ConcurrentLinkedQueue<Delivery> taken = new ConcurrentLinkedQueue<>();
            with(channel -> {
                var response = channel.basicGet(queue, true);
                if (response != null) {
                    taken.add(new Delivery(response.getEnvelope(), response.getProps(), response.getBody()));
                }
            });
            return taken.poll();
        }, delivery -> delivery != null);
    }

    private Connection connect() throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(server.port());
        return factory.newConnection("test");
    }

    /** What is done on a channel. */
    public interface Work {
        void run(Channel channel) throws IOException;
    }
}
