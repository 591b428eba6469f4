package io.quarkiverse.localtask.demo;

import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

import io.smallrye.reactive.messaging.rabbitmq.IncomingRabbitMQMetadata;

/** Somebody who listens to the broker. The task id arrives as {@code message_id}. */
@ApplicationScoped
class BrokerReader {

    private final Broker broker;
    private final Story story;

    BrokerReader(Broker broker, Story story) {
        this.broker = broker;
        this.story = story;
    }

    @Incoming("order-events")
    CompletionStage<Void> read(Message<byte[]> message) {
        String taskId = message.getMetadata(IncomingRabbitMQMetadata.class)
                .flatMap(IncomingRabbitMQMetadata::getMessageId).orElse("");
        if (!broker.inbox().receive(taskId)) {
            story.duplicate(taskId);
        }
        return message.ack();
    }
}
