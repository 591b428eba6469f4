package io.quarkiverse.localtask.it.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;

import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.reactive.messaging.memory.InMemoryConnector;
import io.smallrye.reactive.messaging.memory.InMemorySink;

/** As in any test of reactive messaging; nothing is heard of connections then. */
@QuarkusTest
@QuarkusTestResource(value = InMemoryChannels.class, restrictToAnnotatedClass = true)
class InMemoryConnectorReplacesTheBrokerTest {

    @Inject
    @Any
    InMemoryConnector connector;
    @Inject
    ShipmentService service;
    @Inject
    LocalTasks tasks;

    @Test
    void everyMessageIsSentOnce() {
        List<String> ids = service.sendMany("shipments", "memory-", 20);
        await().atMost(Duration.ofSeconds(30)).until(() -> ids.stream()
                .allMatch(id -> tasks.find(id).orElseThrow().status() == TaskStatus.SUCCEEDED));
        InMemorySink<byte[]> sink = connector.sink("shipments");
        assertThat(sink.received()).extracting(Message::getPayload).extracting(String::new).hasSize(20)
                .contains("shipment 0", "shipment 19");
    }
}
