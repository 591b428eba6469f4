package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Delivery;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.jackson.ObjectMapperCustomizer;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Identifier;

/** Promise 6: the same task id and the same bytes at every attempt, from memory and from the table. */
class RepeatsAreIdenticalTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(RepeatsAreIdenticalTest.class, Map.of("retry.initial-delay", "50ms"),
            Changing.class, Pay.class, SnakeCase.class, PlainMoney.class, AnotherMapper.class);

    @Inject
    Work work;

    @Inject
    @Identifier("scripted")
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

    @Test
    void anObjectWrittenByTheApplicationsMapperWithAllItsCustomizers() {
        Pay pay = new Pay(Instant.parse("2026-11-01T05:30:00.000001Z"), LocalDate.of(2026, 3, 8), Duration.ofSeconds(90),
                ZonedDateTime.parse("2026-11-01T01:30:00-04:00[America/New_York]"),
                List.of(new BigDecimal("1E+3"), new BigDecimal("10.00"), new BigDecimal("0.1")), new byte[] { 0, -1 });
        PlainMoney.mark = "EUR";
        try {
            assertRepeated(TaskMessage.to("erp").id("pay").payload(pay).build(),
                    ("{\"paid_at\":\"2026-11-01T05:30:00.000001Z\","
                            + "\"due_date\":\"2026-03-08\",\"time_to_live\":90.000000000,\"local_time\":\"2026-11-01T01:30:00-04:00\","
                            + "\"amounts\":[\"EUR 1000\",\"EUR 10.00\",\"EUR 0.1\"],\"raw_bytes\":\"AP8=\"}").getBytes(),
                    "application/json", () -> PlainMoney.mark = "USD");
        } finally {
            PlainMoney.mark = "EUR";
        }
    }

    private void assertRepeated(TaskMessage message, byte[] expected, String contentType) {
        assertRepeated(message, expected, contentType, () -> {
        });
    }

    private void assertRepeated(TaskMessage message, byte[] expected, String contentType,
            Runnable afterAccept) {
        channel.answer(delivery -> delivery.attempt() < 3 ? Outcome.failed("again") : Outcome.succeeded());
        work.accept(message);
        afterAccept.run();
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

    public record Pay(Instant paidAt, LocalDate dueDate, Duration timeToLive, ZonedDateTime localTime,
            List<BigDecimal> amounts, byte[] rawBytes) {
    }

    @Singleton
    static class SnakeCase implements ObjectMapperCustomizer {

        @Override
        public void customize(ObjectMapper mapper) {
            mapper.setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
        }

        @Override
        public int priority() {
            return 10;
        }
    }

    /** Changed between two attempts, as a new release of the application would. */
    @Singleton
    static class PlainMoney implements ObjectMapperCustomizer {

        static volatile String mark = "EUR";

        @Override
        public void customize(ObjectMapper mapper) {
            mapper.registerModule(new SimpleModule().addSerializer(BigDecimal.class, new JsonSerializer<>() {

                @Override
                public void serialize(BigDecimal value, JsonGenerator json, SerializerProvider all) throws IOException {
                    json.writeString(mark + " " + value.toPlainString());
                }
            }));
        }
    }

    /** For other purposes: nothing of it is in a payload. */
    static class AnotherMapper {

        @Produces
        @Singleton
        @Identifier("other")
        ObjectMapper other() {
            return new ObjectMapper().findAndRegisterModules();
        }
    }
}
