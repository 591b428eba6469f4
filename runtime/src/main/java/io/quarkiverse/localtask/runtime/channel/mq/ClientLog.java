package io.quarkiverse.localtask.runtime.channel.mq;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Filter;
import java.util.logging.Logger;
import java.util.stream.Stream;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;

/** Keeps the client from filling the log while the broker is away; see {@link OncePerMinute}. */
@Singleton
public class ClientLog {

    /** Kept, since the log manager may forget a logger that nobody holds, and its filter with it. */
    private final List<Logger> client = Stream
            .of("io.vertx.rabbitmq.impl.RabbitMQClientImpl", "io.vertx.rabbitmq.impl.RabbitMQPublisherImpl",
                    "com.rabbitmq.client.impl.ForgivingExceptionHandler", "com.rabbitmq.client.impl.ChannelManager")
            .map(Logger::getLogger).toList();
    private final Map<Logger, Filter> before = new HashMap<>();

    void start(@Observes StartupEvent event) {
        client.forEach(logger -> {
            before.put(logger, logger.getFilter());
            logger.setFilter(new OncePerMinute(logger.getFilter(), System::nanoTime));
        });
    }

    void stop(@Observes ShutdownEvent event) {
        before.forEach(Logger::setFilter);
    }
}
