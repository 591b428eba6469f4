package io.quarkiverse.localtask.runtime.channel.mq;

import java.util.logging.Filter;
import java.util.logging.Logger;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;

/** Keeps the client from filling the log while the broker is away; see {@link OncePerMinute}. */
@Singleton
public class ClientLog {

    private final Logger client = Logger.getLogger("io.vertx.rabbitmq.impl.RabbitMQClientImpl");
    private Filter before;

    void start(@Observes StartupEvent event) {
        before = client.getFilter();
        client.setFilter(new OncePerMinute(before, System::nanoTime));
    }

    void stop(@Observes ShutdownEvent event) {
        client.setFilter(before);
    }
}
