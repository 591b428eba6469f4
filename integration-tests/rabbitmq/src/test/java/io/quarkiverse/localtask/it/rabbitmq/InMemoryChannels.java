package io.quarkiverse.localtask.it.rabbitmq;

import java.util.Map;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.smallrye.reactive.messaging.memory.InMemoryConnector;

/** No broker: what is sent stays in the test. */
public class InMemoryChannels implements QuarkusTestResourceLifecycleManager {

    @Override
    public Map<String, String> start() {
        return InMemoryConnector.switchOutgoingChannelsToInMemory("shipments");
    }

    @Override
    public void stop() {
        InMemoryConnector.clear();
    }
}
