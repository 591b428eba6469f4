package io.quarkiverse.localtask.it.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.quarkiverse.localtask.it.support.AmqpServer;
import io.quarkiverse.localtask.it.support.Broker;
import io.quarkiverse.localtask.it.support.NeedsRabbitMq;

/** A dead broker does not keep the application from ending, and what it could not send is sent by the next one. */
@NeedsRabbitMq
class TerminatedWhileTheBrokerIsAwayIT {

    /** The attempts' time-out, what the connector waits for each of two channels, and a slow machine. */
    private static final Duration BOUND = Duration.ofSeconds(25);

    @TempDir
    Path directory;

    @Test
    void endsInBoundedTimeAndLosesNothing() {
        try (AmqpServer server = AmqpServer.create()) {
            server.start();
            Broker broker = new Broker(server);
            broker.declare("shipping", "terminated");
            Map<String, String> properties = new HashMap<>(Map.of(
                    "rabbitmq-host", "127.0.0.1",
                    "rabbitmq-port", Integer.toString(server.port()),
                    "quarkus.local-task.grace", "15s",
                    "quarkus.local-task.lease", "15s",
                    "quarkus.datasource.jdbc.url", "jdbc:h2:file:" + directory.resolve("tasks")));
            try (ShippingProcess first = new ShippingProcess("first", properties)) {
                first.post("/shipments/shipments?prefix=up-&count=10");
                await().atMost(Duration.ofSeconds(30)).until(() -> first.get("/shipments/up-9").equals("SUCCEEDED"));
                server.kill();
                first.post("/shipments/shipments?prefix=down-&count=200");
                await("attempts under way").atMost(Duration.ofSeconds(30))
                        .until(() -> first.get("/shipments/down-0").equals("FAILED"));
                long start = System.nanoTime();
                first.terminate(BOUND);
                System.out.println("Ended " + Duration.ofNanos(System.nanoTime() - start).toMillis() + " ms after SIGTERM");
                assertThat(first.log()).doesNotContain("pool is closed").contains("stopped in");
            }
            server.start();
            try (ShippingProcess second = new ShippingProcess("second", properties)) {
                for (int i = 0; i < 200; i++) {
                    String id = "down-" + i;
                    await(id).atMost(Duration.ofSeconds(60)).until(
                            () -> second.get("/shipments/" + id).equals("SUCCEEDED"));
                }
                second.terminate(BOUND);
            }
        }
    }
}
