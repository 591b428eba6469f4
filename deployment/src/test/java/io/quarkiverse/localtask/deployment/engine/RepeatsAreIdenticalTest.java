package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/** Promise 6: the same task id and the same bytes at every attempt, from memory and from the table. */
class RepeatsAreIdenticalTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(RepeatsAreIdenticalTest.class, Map.of("retry.initial-delay", "50ms"),
            Changing.class);

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void bytesThatAreNoText() {
        byte[] bytes = { 0, 1, (byte) 0xC3, 0x28, (byte) 0xFF, '\r', '\n' };
        assertRepeated(TaskMessage.to("erp").id("binary").payload(bytes).header("X-Kind", "b").build(), bytes,
                "application/octet-stream");
    }

    @Test
    void textOfAllPlanes() {
        String text = "{\"b\": 1,  \"a\" :\t\"本地任务消息 \uD83D\uDE80 \\u0000\"}\r\n";
        assertRepeated(
                TaskMessage.to("erp").id("text").payload(text).contentType("application/cloudevents+json; charset=UTF-8")
                        .build(),
                text.getBytes(java.nio.charset.StandardCharsets.UTF_8), "application/cloudevents+json; charset=UTF-8");
    }

    @Test
    void nothing() {
        assertRepeated(TaskMessage.to("erp").id("empty").payload("").build(), new byte[0], "text/plain;charset=UTF-8");
    }

    @Test
    void anObjectThatWouldBeWrittenDifferentlyLater() {
        assertRepeated(TaskMessage.to("erp").id("object").payload(new Changing()).build(), "{\"value\":1}".getBytes(),
                "application/json");
    }

    private void assertRepeated(TaskMessage message, byte[] expected, String contentType) {
        channel.answer(delivery -> delivery.attempt() < 3 ? Outcome.failed("again") : Outcome.succeeded());
        work.accept(message);
        work.awaitStatus(message.id(), TaskStatus.SUCCEEDED);
        List<Delivery> deliveries = channel.received(message.id());
        assertThat(deliveries).hasSize(3).allSatisfy(delivery -> {
            assertThat(delivery.payload()).isEqualTo(expected);
            assertThat(delivery.contentType()).isEqualTo(contentType);
            assertThat(delivery.headers()).isEqualTo(message.headers());
        });
    }

    public static class Changing {

        private static final AtomicInteger COUNT = new AtomicInteger();

        public int getValue() {
            return COUNT.incrementAndGet();
        }
    }
}
