package io.quarkiverse.localtask.runtime.channel.mq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;

import jakarta.enterprise.inject.Instance;

import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;

import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.OutgoingMessageMetadata;

/**
 * Promise 1: a message that the client calls confirmed before it is published is delivered once the broker has confirmed this
 * very message, neither before nor by sending it again.
 */
class ConfirmOfAnotherMessageIsNoSuccessTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final AtomicLong next = new AtomicLong(5);
    private final ConfirmedTags tags = new ConfirmedTags(next::get);
    private final List<Boolean> told = new CopyOnWriteArrayList<>();

    @Test
    void notBeforeTheBrokerHasItToo() {
        tags.answered(4, true, true);
        tags.whenAnswered(0, told::add);
        tags.answered(4, false, true);
        assertThat(told).isEmpty();
        tags.answered(5, false, true);
        assertThat(told).containsExactly(true);
    }

    @Test
    void itMayHaveBeenPublishedMeanwhile() {
        tags.answered(3, true, true);
        tags.whenAnswered(0, told::add);
        tags.answered(5, false, true);
        tags.answered(6, false, true);
        assertThat(told).as("4 may be the one").isEmpty();
        tags.answered(4, false, true);
        assertThat(told).containsExactly(true);
    }

    @Test
    void andRefusedMeanwhile() {
        tags.answered(3, true, true);
        tags.answered(4, false, false);
        tags.whenAnswered(0, told::add);
        tags.answered(5, true, true);
        assertThat(told).containsExactly(false);
    }

    @Test
    void aTagIsNoConfirm() {
        tags.answered(3, true, true);
        assertThat(tags.hasAccepted(4)).isFalse();
        tags.whenAnswered(4, told::add);
        tags.answered(5, false, true);
        assertThat(told).isEmpty();
        tags.answered(4, false, false);
        assertThat(told).containsExactly(false);
        assertThat(tags.hasAccepted(4)).isFalse();
        assertThat(tags.hasAccepted(5)).isTrue();
        tags.answered(6, true, true);
        assertThat(tags.hasAccepted(4)).as("'all before it' are those without an answer").isFalse();
        assertThat(tags.hasAccepted(6)).isTrue();
    }

    @Test
    void severalAreRefusedAtOnce() {
        tags.answered(2, false, true);
        tags.answered(4, true, false);
        tags.answered(5, true, true);
        assertThat(LongStream.rangeClosed(1, 6).filter(tags::hasAccepted)).containsExactly(2L, 5L);
    }

    @Test
    void whoGaveUpIsToldNothing() {
        Consumer<Boolean> waiter = told::add;
        tags.whenAnswered(0, waiter);
        tags.forget(waiter);
        tags.answered(9, true, true);
        assertThat(told).isEmpty();
    }

    @Test
    void whatTheChannelSaysReachesTheMessage() {
        MqLinks links = new MqLinks();
        WatchingCollector collector = new WatchingCollector(links.of("orders"), null);
        EmitterPublisher publisher = new EmitterPublisher(emitters("orders", 0), links);
        publisher.start(null);
        Channel channel = channel();
        collector.newChannel(channel);
        List<Outcome> outcomes = new CopyOnWriteArrayList<>();
        publish(publisher, outcomes);

        collector.basicPublishAck(channel(), 9, true);
        collector.basicPublishAck(channel, 4, true);
        assertThat(outcomes).as("neither another channel's confirms nor another message's").isEmpty();
        collector.basicPublishAck(channel, 5, false);
        await().atMost(SOON).until(() -> outcomes.equals(List.of(Outcome.succeeded())));

        publish(publisher, outcomes);
        assertThat(outcomes).as("both are known").hasSize(2);
        next.set(7);
        publish(publisher, outcomes);
        collector.basicPublishNack(channel, 7, true);
        await().atMost(SOON).until(() -> outcomes.size() == 3);
        assertThat(outcomes.get(2)).isInstanceOf(Outcome.Failed.class);

        next.set(8);
        publish(publisher, outcomes);
        await("nothing more is sent").atMost(SOON).until(() -> outcomes.size() == 4);
        assertThat(outcomes.get(3)).isInstanceOf(Outcome.Failed.class);
    }

    private static void publish(EmitterPublisher publisher, List<Outcome> outcomes) {
        publisher.publish("orders", new MqMessage(new byte[1], "key",
                new MqMessage.Properties("id", null, null, null, null, null, null, null, null, null), Map.of()), SOON)
                .subscribe().with(outcomes::add);
    }

    /** @param tag what the client says at once of every message */
    @SuppressWarnings("unchecked")
    private static Instance<MqEmitters> emitters(String messagingChannel, long tag) {
        MutinyEmitter<byte[]> emitter = (MutinyEmitter<byte[]>) proxy(MutinyEmitter.class, (name, arguments) -> {
            ((Message<?>) arguments[0]).getMetadata(OutgoingMessageMetadata.class).orElseThrow().setResult(tag);
            return Uni.createFrom().voidItem();
        });
        MqEmitters emitters = new MqEmitters() {
            @Override
            protected void collect(Map<String, MutinyEmitter<byte[]>> all) {
                all.put(messagingChannel, emitter);
            }
        };
        return (Instance<MqEmitters>) proxy(Instance.class, (name, arguments) -> emitters);
    }

    private Channel channel() {
        Connection connection = (Connection) proxy(Connection.class, (name, arguments) -> null);
        return (Channel) proxy(Channel.class, (name, arguments) -> switch (name) {
            case "getConnection" -> connection;
            case "isOpen" -> true;
            case "getNextPublishSeqNo" -> next.get();
            default -> null;
        });
    }

    private interface Answer {
        Object of(String method, Object[] arguments);
    }

    private static Object proxy(Class<?> type, Answer answer) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> answer.of(method.getName(), arguments);
                });
    }
}
