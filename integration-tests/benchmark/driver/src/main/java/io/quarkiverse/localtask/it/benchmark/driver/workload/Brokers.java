package io.quarkiverse.localtask.it.benchmark.driver.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.MessageProperties;

import io.quarkiverse.localtask.it.benchmark.Message;
import io.quarkiverse.localtask.it.benchmark.driver.Figures;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Await;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Contestant;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Kind;
import io.quarkiverse.localtask.it.benchmark.driver.stage.Stage;
import io.quarkiverse.localtask.it.support.Broker;
import io.quarkiverse.localtask.it.support.RabbitMqServer;

/** A backlog to a durable queue of RabbitMQ with confirms, beside the bare client that waits for confirms in batches. */
public final class Brokers {

    public static final String NAME = "broker";
    public static final String BARE_CLIENT = "amqp-client";
    private static final String EXCHANGE = "bench";
    private static final String QUEUE = "bench";
    private static final int BATCH = 500;
    private static final int ROUNDS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Brokers() {
    }

    public static void run(Stage stage, Sizes sizes, Map<String, String> properties, Figures figures) {
        if (!RabbitMqServer.isInstalled()) {
            System.out.println("    not checked: no RabbitMQ here (Debian and Ubuntu: apt-get install rabbitmq-server)");
            return;
        }
        try (RabbitMqServer server = new RabbitMqServer()) {
            server.start();
            Broker broker = new Broker(server);
            broker.declare(EXCHANGE, QUEUE);
            Map<String, String> toBroker = new HashMap<>(Map.of("rabbitmq-host", "127.0.0.1", "rabbitmq-port",
                    Integer.toString(server.port()), "bench.destination", "events",
                    "quarkus.local-task.shards.default.fixed-delay", "100ms"));
            toBroker.putAll(properties);
            try (Contestant contestant = stage.start(Kind.OURS_TO_BROKER, toBroker)) {
                contestant.produce(sizes.warmUp(), 0);
                contestant.awaitNothingWaits(Duration.ofMinutes(1));
                drain(contestant, broker, sizes.warmUp(), new Figures());
                publish(broker, sizes.warmUp());
                for (int round = 0; round < ROUNDS; round++) {
                    purge(broker);
                    figures.add(NAME, BARE_CLIENT, "delivered_per_s", publish(broker, sizes.drain()));
                    drain(contestant, broker, sizes.drain(), figures);
                }
            }
        }
    }

    private static void purge(Broker broker) {
        broker.with(channel -> channel.queuePurge(QUEUE));
    }

    private static void drain(Contestant contestant, Broker broker, int count, Figures figures) {
        purge(broker);
        contestant.store(count);
        contestant.database().execute("VACUUM ANALYZE");
        double databaseCpu = contestant.database().counts().cpu();
        double applicationCpu = contestant.cpuSeconds();
        contestant.deliver();
        long start = System.nanoTime();
        // first the queue, since to ask the table again and again would cost the database more than the delivery
        broker.with(channel -> Await.until(PATIENCE, () -> depth(channel) >= count));
        contestant.awaitNothingWaits(PATIENCE);
        figures.add(NAME, Kind.OURS_TO_BROKER, "delivered_per_s", count / ((System.nanoTime() - start) / 1e9));
        figures.add(NAME, Kind.OURS_TO_BROKER, "application_cpu_us_per_task",
                (contestant.cpuSeconds() - applicationCpu) * 1e6 / count);
        figures.add(NAME, Kind.OURS_TO_BROKER, "database_cpu_us_per_task",
                (contestant.database().counts().cpu() - databaseCpu) * 1e6 / count);
        broker.with(channel -> figures.add(NAME, Kind.OURS_TO_BROKER, "duplicates", depth(channel) - count));
    }

    private static long depth(Channel channel) {
        try {
            return channel.messageCount(QUEUE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double publish(Broker broker, int count) {
        long[] nanos = new long[1];
        broker.with(channel -> {
            channel.confirmSelect();
            long start = System.nanoTime();
            for (int n = 0; n < count; n++) {
                channel.basicPublish(EXCHANGE, "event", MessageProperties.PERSISTENT_BASIC,
                        Message.body(n).getBytes(StandardCharsets.US_ASCII));
                if (n % BATCH == BATCH - 1) {
                    confirm(channel);
                }
            }
            confirm(channel);
            nanos[0] = System.nanoTime() - start;
        });
        return count / (nanos[0] / 1e9);
    }

    private static void confirm(Channel channel) throws IOException {
        try {
            channel.waitForConfirmsOrDie(30_000);
        } catch (TimeoutException e) {
            throw new IOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
