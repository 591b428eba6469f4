package io.quarkiverse.localtask.runtime.channel.mq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.quarkiverse.localtask.spi.Outcome;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/** The client keeps what it cannot send, and forgets what it has sent when the connection goes. */
class LinkSendsOnlyWhileConnectedTest {

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

        link.connected(this::nothing);
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
        link.connected(this::nothing);
        Message underWay = offer();
        link.lost("gone");
        assertThat(underWay.outcome).isEqualTo(Outcome.failed("gone"));

        Message waiting = offer();
        Message impatient = offer();
        link.giveUp(impatient.publish);
        assertThat(given).containsExactly(underWay);

        link.connected(this::nothing);
        assertThat(given).containsExactly(underWay, waiting);
        waiting.confirm();
        assertThat(waiting.outcome).isEqualTo(Outcome.succeeded());
    }

    @Test
    void nothingWhileTheBrokerIsShortOfMemory() {
        link.started();
        link.connected(this::nothing);
        link.blocked();
        Message waiting = offer();
        assertThat(given).isEmpty();
        assertThat(link.reasonOf(waiting.publish)).contains("memory or disk is short");
        link.unblocked();
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

    private void nothing() {
    }

    private Message offer() {
        Message message = new Message();
        Uni.createFrom().<Outcome> emitter(outcome -> {
            message.publish = new Publish(Uni.createFrom().<Void> emitter(confirm -> {
                given.add(message);
                message.confirm = confirm;
            }), outcome);
            link.offer(message.publish);
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
