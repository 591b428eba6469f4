package io.quarkiverse.localtask.runtime.channel.mq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;

import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.Uni;

/**
 * What the client does not do by itself after a reconnect and after an error of its channel. Connections are played: a broker
 * that is killed shows the effect only now and then.
 */
class ConnectionThatIsNotCleanIsReplacedTest {

    private final List<String> dropped = new CopyOnWriteArrayList<>();
    private final List<String> sentOver = new CopyOnWriteArrayList<>();
    private final MqLink link = new MqLink("orders", Runnable::run);
    private final WatchingCollector collector = new WatchingCollector(link, null);
    private ShutdownListener listener;
    private volatile String current;
    private volatile boolean transactional;

    @Test
    void theFirstReconnectIsRefusedConfirmsAndNothingIsSentOverIt() {
        link.started();
        Connection first = open("first");
        offer();
        await().atMost(Duration.ofSeconds(10)).until(() -> sentOver.equals(List.of("first")));

        lose(first);
        Connection second = open("second");
        offer();
        assertThat(transactional).as("before the client goes on").isTrue();
        assertThat(dropped).as("while the client's restart may be under way").isEmpty();
        // so the broker answers confirm.select
        listener.shutdownCompleted(new ShutdownSignalException(false, false, new AMQP.Channel.Close.Builder()
                .replyCode(AMQP.PRECONDITION_FAILED).replyText("cannot switch from tx to confirm mode").build(), second));
        await().atMost(Duration.ofSeconds(10)).until(() -> dropped.equals(List.of("second")));
        assertThat(sentOver).containsExactly("first");

        open("third");
        await().atMost(Duration.ofSeconds(10)).until(() -> sentOver.equals(List.of("first", "third")));
        assertThat(dropped).containsExactly("second");
    }

    @Test
    void aBrokerThatLetsAChannelHaveBothIsLeftAllTheSame() {
        link.started();
        lose(open("first"));
        open("second");
        await().atMost(Duration.ofSeconds(10)).until(() -> dropped.equals(List.of("second")));
        assertThat(sentOver).isEmpty();
    }

    @Test
    void aChannelThatIsOpenedAgainOnItsConnectionHasNoConfirms() {
        link.started();
        Connection first = open("first");
        collector.newChannel(channel(first));

        await().atMost(Duration.ofSeconds(10)).until(() -> dropped.equals(List.of("first")));
    }

    @Test
    void aChannelThatTheBrokerClosesTakesItsConnectionAlong() {
        link.started();
        long start = System.nanoTime();
        Connection first = open("first");
        listener.shutdownCompleted(new ShutdownSignalException(false, false,
                new AMQP.Channel.Close.Builder().replyCode(AMQP.NOT_FOUND).replyText("no exchange 'secret'").build(), first));

        await().atMost(Duration.ofSeconds(10)).until(() -> dropped.equals(List.of("first")));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).as("not while the client may still be at its restart")
                .isGreaterThan(Duration.ofMillis(900));
    }

    private Connection open(String name) {
        current = name;
        Connection connection = (Connection) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] { Connection.class }, (proxy, method, arguments) -> switch (method.getName()) {
                    case "abort" -> dropped.add(name) ? null : null;
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> null;
                });
        collector.newChannel(channel(connection));
        return connection;
    }

    private void lose(Connection connection) {
        listener.shutdownCompleted(new ShutdownSignalException(true, false, null, connection));
    }

    private Channel channel(Connection connection) {
        return (Channel) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Channel.class },
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getConnection" -> connection;
                    case "isOpen" -> true;
                    case "txSelect" -> {
                        transactional = true;
                        yield null;
                    }
                    case "getNextPublishSeqNo" -> 1L;
                    case "addShutdownListener" -> {
                        listener = (ShutdownListener) arguments[0];
                        yield null;
                    }
                    default -> null;
                });
    }

    private void offer() {
        Uni.createFrom().<Outcome> emitter(outcome -> link.offer(new Publish(
                Uni.createFrom().<Void> item(() -> {
                    sentOver.add(current);
                    return null;
                }), outcome))).subscribe().with(ignored -> {
                });
    }
}
