package io.quarkiverse.localtask.runtime.channel.mq;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Metadata;

import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.OutgoingMessageMetadata;
import io.smallrye.reactive.messaging.rabbitmq.OutgoingRabbitMQMetadata;

/** Publishes through the emitters of reactive messaging. */
@Singleton
public class EmitterPublisher implements MqPublisher {

    private static final int PERSISTENT = 2;

    private final Instance<MqEmitters> bean;
    private final MqLinks links;
    private volatile Map<String, MutinyEmitter<byte[]>> emitters = Map.of();

    EmitterPublisher(Instance<MqEmitters> bean, MqLinks links) {
        this.bean = bean;
        this.links = links;
    }

    /** Reactive messaging wires its channels at LIBRARY_BEFORE; before that emitters cannot be injected, or throw. */
    void start(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE + 1) StartupEvent event) {
        emitters = bean.get().byChannel();
        emitters.keySet().forEach(channel -> links.of(channel).started());
    }

    @Override
    public Uni<Outcome> publish(String messagingChannel, MqMessage message, Duration timeout) {
        MqLink link = links.of(messagingChannel);
        AtomicReference<Publish> current = new AtomicReference<>();
        return Uni.createFrom().<Outcome> emitter(outcome -> {
            Publish publish = new Publish(Uni.createFrom().deferred(() -> send(messagingChannel, message)), outcome);
            current.set(publish);
            outcome.onTermination(() -> link.giveUp(publish));
            link.offer(publish);
        }).ifNoItem().after(timeout).on(Infrastructure.getDefaultWorkerPool())
                .recoverWithItem(() -> Outcome.failed(link.reasonOf(current.get())));
    }

    private Uni<Void> send(String messagingChannel, MqMessage message) {
        OutgoingMessageMetadata<Long> deliveryTag = new OutgoingMessageMetadata<>();
        return emitters.get(messagingChannel).sendMessage(toMessage(message).addMetadata(deliveryTag))
                .chain(() -> links.of(messagingChannel).confirmed(deliveryTag.getResult()));
    }

    private static Message<byte[]> toMessage(MqMessage message) {
        MqMessage.Properties properties = message.properties();
        OutgoingRabbitMQMetadata.Builder metadata = OutgoingRabbitMQMetadata.builder()
                .withHeaders(message.headers())
                .withDeliveryMode(PERSISTENT)
                .withMessageId(properties.messageId())
                .withContentType(properties.contentType())
                .withContentEncoding(properties.contentEncoding())
                .withPriority(properties.priority())
                .withCorrelationId(properties.correlationId())
                .withReplyTo(properties.replyTo())
                .withExpiration(properties.expiration())
                .withType(properties.type())
                .withAppId(properties.appId());
        if (message.routingKey() != null) {
            metadata.withRoutingKey(message.routingKey());
        }
        if (properties.timestamp() != null) {
            metadata.withTimestamp(properties.timestamp().atZone(ZoneOffset.UTC));
        }
        return Message.of(message.body(), Metadata.of(metadata.build()));
    }
}
