package io.quarkiverse.localtask.it.faults.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.rabbitmq.client.BuiltinExchangeType;

import io.quarkiverse.localtask.it.faults.Scenario;
import io.quarkiverse.localtask.it.faults.receiver.Delivery;
import io.quarkiverse.localtask.it.faults.stage.Await;
import io.quarkiverse.localtask.it.faults.stage.CivilLog;
import io.quarkiverse.localtask.it.faults.stage.Database.Row;
import io.quarkiverse.localtask.it.faults.stage.Instance;
import io.quarkiverse.localtask.it.faults.stage.Load;
import io.quarkiverse.localtask.it.faults.stage.Stage;
import io.quarkiverse.localtask.it.support.Broker;
import io.quarkiverse.localtask.it.support.RabbitMqServer;

/** RabbitMQ goes, comes back, or takes nothing. Beside it, d0 is called over HTTP and must not notice. */
final class BrokerFaults {

    private static final String EXCHANGE = "faults";
    private static final String QUEUE = "events";
    private static final String FULL_QUEUE = "events-at-most-ten";
    private static final String UNROUTED = "unrouted";
    private static final Duration RESUMED = Duration.ofSeconds(30);
    private static final Duration HEALTHY = Duration.ofSeconds(5);

    private final Stage stage;
    private final RabbitMqServer server;
    private final Broker broker;
    private final List<Long> resumedAfterMillis = new ArrayList<>();

    private BrokerFaults(Stage stage) {
        this.stage = stage;
        server = stage.withBroker();
        broker = new Broker(server);
        forgetEarlierScenarios();
    }

    /** How one of them goes. */
    private interface Part {
        void play(BrokerFaults faults) throws Exception;
    }

    static List<Scenario> scenarios() {
        return List.of(
                scenario("broker-away-at-start", "RabbitMQ is down when the application starts, and started later",
                        BrokerFaults::awayAtStart),
                scenario("broker-stopped-under-load", "RabbitMQ is stopped under load for 30 s, and once more for 5 s",
                        BrokerFaults::stoppedUnderLoad),
                Scenario.inShort("broker-killed-under-load", "RabbitMQ is killed with kill -9 under load, twice",
                        stage -> new BrokerFaults(stage).killedUnderLoad(2)),
                scenario("broker-killed-ten-times", "RabbitMQ is killed with kill -9 under load, ten times in a row",
                        faults -> faults.killedUnderLoad(10)),
                scenario("broker-memory-alarm",
                        "RabbitMQ has a memory alarm and blocks its publishers for 15 s under load, twice",
                        BrokerFaults::memoryAlarm),
                scenario("broker-queue-full", "a queue with reject-publish is full for a while, and emptied",
                        BrokerFaults::queueFull),
                scenario("broker-exchange-deleted", "the exchange is deleted under load, and declared again 10 s later, twice",
                        BrokerFaults::exchangeDeleted),
                scenario("broker-unroutable", "no queue wants the routing key: with an alternate exchange, and without",
                        BrokerFaults::unroutable));
    }

    private static Scenario scenario(String name, String fault, Part part) {
        return Scenario.of(name, fault, stage -> part.play(new BrokerFaults(stage)));
    }

    private void forgetEarlierScenarios() {
        broker.with(channel -> {
            for (String queue : List.of(QUEUE, FULL_QUEUE, UNROUTED)) {
                channel.queueDelete(queue);
            }
            channel.exchangeDelete(EXCHANGE);
            channel.exchangeDelete(UNROUTED);
        });
    }

    private void consume() {
        stage.receiver().consume(server.port(), EXCHANGE, QUEUE);
    }

    private void awayAtStart() throws IOException {
        consume();
        server.terminate();
        Instance instance = stage.start();
        Load load = stage.load(QUEUE, "d0");
        load.awaitFurther(100);
        Await.pass(Duration.ofSeconds(10));
        expectHealthyBeside(instance, "while the broker is away");
        server.start();
        awaitResumed(instance);
        stage.settle();
        CivilLog.expect(stage, 1 + 4);
    }

    private void stoppedUnderLoad() throws IOException {
        consume();
        Instance instance = stage.start();
        Load load = stage.load(QUEUE, "d0");
        for (int seconds : List.of(30, 5)) {
            load.awaitFurther(100);
            server.terminate();
            Await.pass(Duration.ofSeconds(seconds));
            expectHealthyBeside(instance, "while the broker is away");
            server.start();
            awaitResumed(instance);
        }
        stage.settle();
        CivilLog.expect(stage, 10);
    }

    private void killedUnderLoad(int times) throws IOException {
        consume();
        Instance instance = stage.start();
        Load load = stage.load(QUEUE, "d0");
        for (int i = 0; i < times; i++) {
            load.awaitFurther(100);
            server.kill();
            server.start();
            awaitResumed(instance);
        }
        stage.settle();
        CivilLog.expect(stage, 1 + 4 * times);
    }

    private void memoryAlarm() throws IOException {
        consume();
        Instance instance = stage.start();
        Load load = stage.load(QUEUE, "d0");
        try {
            for (int i = 0; i < 2; i++) {
                load.awaitFurther(100);
                server.control("set_vm_memory_high_watermark", "0.000001");
                long before = arrivedFrom(QUEUE);
                Await.pass(Duration.ofSeconds(15));
                stage.measure("messages in 15 s of alarm " + (i + 1), arrivedFrom(QUEUE) - before);
                expectHealthyBeside(instance, "while the broker takes nothing");
                stage.expect(stage.database().count("SELECT count(*) FROM local_task_message"
                        + " WHERE last_error LIKE 'not sent: the broker takes no messages%'") > 0,
                        "tasks wait unsent, and say for what");
                server.control("set_vm_memory_high_watermark", "0.4");
                awaitResumed(instance);
            }
        } finally {
            server.control("set_vm_memory_high_watermark", "0.4");
        }
        stage.settle();
        CivilLog.expect(stage, 10);
    }

    private void queueFull() throws IOException {
        broker.declare(EXCHANGE, FULL_QUEUE, "#", Map.of("x-max-length", 10, "x-overflow", "reject-publish"));
        Instance instance = stage.start();
        Load load = stage.load(2, Duration.ofMillis(100), QUEUE, "d0");
        Await.until("tasks fail because the queue is full", Duration.ofSeconds(30), () -> nacked() >= 20);
        stage.measure("tasks that the full queue refused", nacked());
        expectHealthyBeside(instance, "while the queue is full");
        // it empties the queue, and keeps it empty
        stage.receiver().consume(server.port(), FULL_QUEUE);
        awaitResumed(instance);
        load.stop();
        stage.settle();
        CivilLog.expect(stage, 8);
    }

    private long nacked() {
        return stage.database().tasks().stream().filter(row -> row.status() == Row.FAILED && row.destination().equals(QUEUE))
                .filter(row -> row.lastError() != null).count();
    }

    private void exchangeDeleted() throws IOException {
        consume();
        Instance instance = stage.start();
        Load load = stage.load(QUEUE, "d0");
        for (int i = 0; i < 2; i++) {
            load.awaitFurther(100);
            broker.with(channel -> channel.exchangeDelete(EXCHANGE));
            Await.pass(Duration.ofSeconds(10));
            expectHealthyBeside(instance, "while the exchange is away");
            broker.declare(EXCHANGE, QUEUE);
            awaitResumed(instance);
        }
        stage.settle();
        CivilLog.expect(stage, 1 + 4 * 2);
    }

    private void unroutable() throws IOException {
        Instance instance = stage.start();
        broker.declare(EXCHANGE, QUEUE, "nobody.sends.this", null);
        List<String> documented = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            String id = "unroutable-" + i;
            instance.place(id, QUEUE, "nobody wants it", "");
            documented.add(id);
        }
        Await.until("unroutable messages are confirmed", RESUMED, () -> stage.database().unfinished() == 0);
        stage.measure("unroutable, without alternate exchange: confirmed, arrived",
                documented.size() + ", " + arrivedFrom(QUEUE));
        // as documented: confirmed, therefore delivered, and nowhere. The ledgers must not look for them
        documented.forEach(id -> stage.database().execute("DELETE FROM orders WHERE id = '" + id + "'"));
        broker.with(channel -> {
            channel.exchangeDelete(EXCHANGE);
            channel.exchangeDeclare(UNROUTED, BuiltinExchangeType.FANOUT, true);
            channel.exchangeDeclare(EXCHANGE, BuiltinExchangeType.TOPIC, true, false, Map.of("alternate-exchange", UNROUTED));
            channel.queueBind(QUEUE, EXCHANGE, "nobody.sends.this");
            channel.queueDeclare(UNROUTED, true, false, false, null);
            channel.queueBind(UNROUTED, UNROUTED, "");
        });
        stage.receiver().consume(server.port(), UNROUTED);
        stage.load(QUEUE, "d0").awaitFurther(200);
        stage.settle();
        stage.measure("unroutable, with alternate exchange: arrived there", arrivedFrom(UNROUTED));
    }

    /** A new task arrives; the time is counted from now. */
    private void awaitResumed(Instance instance) throws IOException {
        long start = System.nanoTime();
        String id = "back-" + resumedAfterMillis.size();
        Await.until("an order is placed", HEALTHY, () -> instance.place(id, QUEUE, "back", "") == 201);
        Await.until("a new task is published within 30 s after the broker is back", RESUMED,
                () -> hasArrived(id + ":" + QUEUE));
        resumedAfterMillis.add(Duration.ofNanos(System.nanoTime() - start).toMillis());
        stage.measure("resumed after, ms", resumedAfterMillis.toString());
    }

    /** What is called over HTTP goes on. */
    private void expectHealthyBeside(Instance instance, String when) throws IOException {
        String id = "beside-" + System.nanoTime();
        instance.place(id, "d0", "beside", "");
        long start = System.nanoTime();
        Await.until("d0 is called " + when, HEALTHY, () -> hasArrived(id + ":d0"));
        stage.measure("d0 " + when + ", ms", Duration.ofNanos(System.nanoTime() - start).toMillis());
    }

    private boolean hasArrived(String taskId) {
        return stage.receiver().deliveries().stream().anyMatch(delivery -> delivery.taskId().equals(taskId));
    }

    private long arrivedFrom(String queue) {
        return stage.receiver().deliveries().stream().map(Delivery::destination).filter(queue::equals).count();
    }
}
