package io.quarkiverse.localtask.deployment.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.quarkiverse.localtask.runtime.config.Destination;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkiverse.localtask.spi.TaskChannel;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;

/** The channel as a test uses it: destinations are added on the fly. */
@Singleton
public class HttpChannel {

    private static final Class<?>[] CLASSES = { HttpChannel.class, TestSettings.class, RawServer.class, RawServer.Answer.class,
            RawServer.Request.class, RawServer.Connection.class };

    /** An application with the channel, on a free port, and the classes a test adds. */
    static QuarkusUnitTest application(Class<?>... more) {
        return new QuarkusUnitTest().withApplicationRoot(jar -> jar.addClasses(CLASSES).addClasses(more))
                .overrideConfigKey("quarkus.datasource.db-kind", "h2")
                .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:http;DB_CLOSE_DELAY=-1")
                .overrideConfigKey("quarkus.http.test-port", "0");
    }

    @Inject
    @Identifier("http")
    TaskChannel channel;

    @Inject
    TestSettings settings;

    Outcome send(String url) {
        return send(TestSettings.destination("partner", url));
    }

    Outcome send(Destination destination) {
        return start(destination).await().atMost(Duration.ofSeconds(30));
    }

    Uni<Outcome> start(Destination destination) {
        return start(destination, delivery(destination, "task-1"));
    }

    Uni<Outcome> start(Destination destination, Delivery delivery) {
        settings.add(destination);
        return channel.deliver(delivery);
    }

    static Delivery delivery(Destination destination, String taskId) {
        return delivery(destination, taskId, Map.of());
    }

    static Delivery delivery(Destination destination, String taskId, Map<String, String> headers) {
        return new Delivery(taskId, "name", destination.name(), 1, "{\"a\":1}".getBytes(StandardCharsets.UTF_8),
                "application/json", headers, Map.of(), destination.timeout());
    }
}
