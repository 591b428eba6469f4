package io.quarkiverse.localtask.runtime.channel.mq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.jboss.logmanager.ExtLogRecord;
import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/** The client keeps what it cannot send, and forgets what it has sent when the connection goes. */
class LinkSendsOnlyWhileConnectedTest {

    private static final Object CONNECTION = "connection";

    private static final ConfirmedTags NO_TAGS = new ConfirmedTags(() -> 1);
    private final MqLink link = new MqLink("test", Runnable::run);
    private final List<Message> given = new ArrayList<>();

    @Test
    void nothingBeforeTheStartAndOneMessageToMakeItConnect() {
        Message first = offer();
        Message second = offer();
        assertThat(given).isEmpty();
        assertThat(link.reasonOf(first.publish)).isEqualTo("not sent: reactive messaging has not started");

        link.started();
        assertThat(given).containsExactly(first);
        assertThat(link.reasonOf(first.publish)).isEqualTo("no connection to the broker");
        assertThat(link.reasonOf(second.publish)).isEqualTo("no connection to the broker");

        connect(CONNECTION);
        assertThat(given).containsExactly(first, second);
        assertThat(link.reasonOf(second.publish)).isEqualTo("no confirm from the broker in time");
    }

    @Test
    void memoryIsBoundedWhileTheBrokerIsAway() {
        link.started();
        for (int i = 0; i < 100; i++) {
            link.giveUp(offer().publish);
        }
        assertThat(given).as("kept by the client").hasSize(1);
    }

    @Test
    void nothingWhileTheConnectionIsLost() {
        link.started();
        connect(CONNECTION);
        Message underWay = offer();
        link.lost(CONNECTION, "gone");
        assertThat(underWay.outcome).isEqualTo(Outcome.failed("gone"));

        Message waiting = offer();
        Message impatient = offer();
        link.giveUp(impatient.publish);
        assertThat(given).containsExactly(underWay);

        connect(CONNECTION);
        assertThat(given).containsExactly(underWay, waiting);
        waiting.confirm();
        assertThat(waiting.outcome).isEqualTo(Outcome.succeeded());
    }

    @Test
    void nothingWhileTheBrokerIsShortOfMemory() {
        link.started();
        connect(CONNECTION);
        link.blocked(CONNECTION);
        Message waiting = offer();
        assertThat(given).isEmpty();
        assertThat(link.reasonOf(waiting.publish)).contains("memory or disk is short");
        link.unblocked(CONNECTION);
        assertThat(given).containsExactly(waiting);
    }

    @Test
    void confirmOfTheFirstIsEnoughWhereNothingIsHeardOfConnections() {
        link.started();
        Message first = offer();
        Message second = offer();
        first.confirm();
        assertThat(given).containsExactly(first, second);
    }

    @Test
    void failureOfTheFirstLetsTheNextTry() {
        link.started();
        Message first = offer();
        Message second = offer();
        first.fail(new IllegalStateException("secret"));
        assertThat(first.outcome).isInstanceOfSatisfying(Outcome.Failed.class,
                failed -> assertThat(failed.reason()).doesNotContain("secret"));
        assertThat(given).containsExactly(first, second);
    }

    @Test
    void lateNewsOfAnOldConnectionDoNotStopTheNewOne() {
        link.started();
        connect("old");
        link.lost("old", "gone");
        connect("new");
        Message underWay = offer();

        link.lost("old", "gone, says another thread");
        link.blocked("old");
        link.closed("old");

        assertThat(underWay.outcome).isNull();
        assertThat(given).containsExactly(underWay, offer());
    }

    @Test
    void connectionThatIsLostBeforeItCanBeUsedIsNotUsed() {
        link.started();
        link.connecting("short", NO_TAGS);
        link.lost("short", "gone");
        link.connected("short", this::nothing);
        offer();
        assertThat(given).isEmpty();

        connect("long");
        assertThat(given).hasSize(1);
    }

    @Test
    void newConnectionEndsWhatWasUnderWayOnOneWhoseEndNobodyTold() {
        link.started();
        connect("old");
        Message underWay = offer();
        link.connecting("new", NO_TAGS);
        assertThat(underWay.outcome).isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void alarmThatTheFirstMessageMetStopsTheNext() {
        link.started();
        Message first = offer();
        link.connecting(CONNECTION, NO_TAGS);
        link.blocked(CONNECTION);
        link.connected(CONNECTION, this::nothing);
        Message second = offer();
        assertThat(given).containsExactly(first);

        link.unblocked(CONNECTION);
        assertThat(given).containsExactly(first, second);
    }

    @Test
    void whatIsGivenUpBeforeItIsOfferedIsNotSent() {
        link.started();
        connect(CONNECTION);
        Message message = message();
        link.giveUp(message.publish);
        link.offer(message.publish);
        assertThat(given).isEmpty();
    }

    @Test
    void logCountsWhatWasUnderWayUnlessNothingWas() {
        List<String> texts = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord log) {
                texts.add(((ExtLogRecord) log).getFormattedMessage());
            }

            @Override
            public void flush() {
            }

            @Override
            public void close() {
            }
        };
        Logger logger = Logger.getLogger(MqLink.class.getName());
        logger.addHandler(handler);
        try {
            link.started();
            for (int underWay = 0; underWay < 3; underWay++) {
                connect(underWay);
                for (int i = 0; i < underWay; i++) {
                    offer();
                }
                link.lost(underWay, "gone " + underWay);
            }
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(texts).containsSubsequence("Messaging channel test: gone 0",
                "Messaging channel test: gone 1; 1 message was under way, its task is sent again",
                "Messaging channel test: gone 2; 2 messages were under way, their tasks are sent again");
    }

    private void connect(Object connection) {
        link.connecting(connection, NO_TAGS);
        link.connected(connection, this::nothing);
    }

    private void nothing() {
    }

    private Message offer() {
        Message message = message();
        link.offer(message.publish);
        return message;
    }

    private Message message() {
        Message message = new Message();
        Uni.createFrom().<Outcome> emitter(outcome -> {
            message.publish = new Publish(Uni.createFrom().<Void> emitter(confirm -> {
                given.add(message);
                message.confirm = confirm;
            }), outcome);
        }).subscribe().with(outcome -> message.outcome = outcome);
        return message;
    }

    private static final class Message {
        Publish publish;
        UniEmitter<? super Void> confirm;
        Outcome outcome;

        void confirm() {
            confirm.complete(null);
        }

        void fail(Throwable failure) {
            confirm.fail(failure);
        }
    }
}
