package io.quarkiverse.localtask.it.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Delivery;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.it.support.Broker;
import io.quarkiverse.localtask.it.support.NeedsRabbitMq;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** What stands in a message when it arrives, and what becomes of one that the broker does not take. */
@QuarkusTest
@QuarkusTestResource(value = RunningBroker.class, restrictToAnnotatedClass = true)
class PublishedTaskArrivesTest {

    Broker broker;

    @Inject
    ShipmentService service;
    @Inject
    Shipping shipping;
    @Inject
    LocalTasks tasks;

    @Test
    void whatTheDocumentationShows() {
        broker.declare("shipping", "created", "shipment.created", null);
        broker.declare("shipping", "express", "shipment.express", null);
        broker.declare("labels", "printed", "label.printed", null);
        shipping.express(shipping.ship(new Order("4711")));
        shipping.printed(new Label("4711"));

        Delivery created = broker.take("created");
        assertThat(created.getProperties().getType()).isEqualTo("Shipping.ship");
        Delivery express = broker.take("express");
        assertThat(express.getProperties().getPriority()).isEqualTo(7);
        for (Delivery delivery : List.of(created, express, broker.take("printed"))) {
            assertThat(new String(delivery.getBody(), StandardCharsets.UTF_8)).isEqualTo("{\"orderId\":\"4711\"}");
        }
    }

    /** Qpid reads an expiration as a time, not as a duration. */
    @Test
    @NeedsRabbitMq
    void confirmedWithItsProperties() {
        broker.declare("shipping", "everything");
        String id = service.send(TaskMessage.to("shipments").name("shipment-created").payload(Map.of("parcel", 7))
                .header("expiration", "600000").header("priority", "7").header("correlation-id", "c-1")
                .header("reply-to", "answers").header("content-encoding", "identity").header("timestamp", "1700000000")
                .header("x-delay", "5000").header("CC", "copy.a, copy.b").header("X-Trace", "t")
                .build());

        Delivery delivery = broker.take("everything");
        AMQP.BasicProperties properties = delivery.getProperties();
        assertThat(new String(delivery.getBody(), StandardCharsets.UTF_8)).isEqualTo("{\"parcel\":7}");
        assertThat(delivery.getEnvelope().getRoutingKey()).isEqualTo("shipment.created");
        assertThat(properties.getMessageId()).isEqualTo(id);
        assertThat(properties.getDeliveryMode()).isEqualTo(2);
        assertThat(properties.getContentType()).isEqualTo("application/json");
        assertThat(properties.getType()).isEqualTo("shipment-created");
        assertThat(properties.getExpiration()).isEqualTo("600000");
        assertThat(properties.getPriority()).isEqualTo(7);
        assertThat(properties.getCorrelationId()).isEqualTo("c-1");
        assertThat(properties.getReplyTo()).isEqualTo("answers");
        assertThat(properties.getContentEncoding()).isEqualTo("identity");
        assertThat(properties.getTimestamp().toInstant().getEpochSecond()).isEqualTo(1_700_000_000L);
        assertThat(properties.getAppId()).isEqualTo("shipping");
        Map<String, Object> headers = properties.getHeaders();
        assertThat(headers).containsEntry("x-delay", 5000L).containsEntry("Local-Task-Attempt", 1);
        assertThat(headers.get("x-source")).hasToString("shipping");
        assertThat(headers.get("X-Trace")).hasToString("t");
        assertThat((List<?>) headers.get("CC")).map(Object::toString).containsExactly("copy.a", "copy.b");
        awaitStatus(id, TaskStatus.SUCCEEDED);
    }

    @Test
    void routingKeyOfTheMessageWins() {
        broker.declare("shipping", "keys", "own.#", null);
        service.send(TaskMessage.to("returns").routingKey("own.key").payload("x").build());
        assertThat(broker.take("keys").getEnvelope().getRoutingKey()).isEqualTo("own.key");
    }

    @Test
    void adHocMessageGoesToTheChannelsExchange() {
        broker.declare("labels", "labels");
        String id = service.send(TaskMessage.mq("labels").routingKey("label.printed").payload(new byte[] { 1, 2 }).build());
        Delivery delivery = broker.take("labels");
        assertThat(delivery.getBody()).containsExactly(1, 2);
        assertThat(delivery.getEnvelope().getRoutingKey()).isEqualTo("label.printed");
        assertThat(delivery.getProperties().getMessageId()).isEqualTo(id);
    }

    @Test
    @NeedsRabbitMq
    void nackFailsAndTheTaskArrivesLater() {
        broker.declare("shipping", "full", "full", Map.of("x-max-length", 1, "x-overflow", "reject-publish"));
        service.send(TaskMessage.to("shipments").routingKey("full").payload("first").build());
        await().atMost(Duration.ofSeconds(20)).untilAsserted(
                () -> broker.with(channel -> assertThat(channel.messageCount("full")).isEqualTo(1)));
        String id = service.send(TaskMessage.to("shipments").routingKey("full").payload("second").build());
        awaitStatus(id, TaskStatus.FAILED);
        assertThat(tasks.find(id).orElseThrow().lastError()).contains("refused by the broker (nack)");
        assertThat(new String(broker.take("full").getBody(), StandardCharsets.UTF_8)).isEqualTo("first");
        assertThat(new String(broker.take("full").getBody(), StandardCharsets.UTF_8)).isEqualTo("second");
        awaitStatus(id, TaskStatus.SUCCEEDED);
    }

    @Test
    void missingExchangeFailsAndTheTaskArrivesOnceItIsThere() {
        String id = service.send(TaskMessage.to("audit").payload("entry").build());
        awaitStatus(id, TaskStatus.FAILED);
        assertThat(tasks.find(id).orElseThrow().lastError()).contains("the exchange does not exist");
        broker.declare("audit", "audit");
        assertThat(broker.take("audit").getProperties().getMessageId()).isEqualTo(id);
        awaitStatus(id, TaskStatus.SUCCEEDED);
    }

    @Test
    void whatABrokerWouldNotTakeIsRefused() {
        for (Map.Entry<String, String> header : Map.of("expiration", "1m", "priority", "300", "user-id", "guest",
                "message-id", "m", "x-delay", "soon").entrySet()) {
            TaskMessage message = TaskMessage.to("shipments").header(header.getKey(), header.getValue()).build();
            assertThatThrownBy(() -> service.send(message)).hasMessageContaining("header '" + header.getKey() + "'");
        }
        TaskMessage negative = TaskMessage.mq("labels").header("Expiration", "-1").build();
        assertThatThrownBy(() -> service.send(negative)).hasMessageContaining("header 'Expiration'");
    }

    private void awaitStatus(String id, TaskStatus status) {
        await(id + " is " + status).atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(50))
                .until(() -> tasks.find(id).map(task -> task.status()).orElse(null), found -> found == status);
    }
}
