package io.quarkiverse.localtask.it.observed;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.inject.Inject;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.it.support.Broker;
import io.quarkiverse.localtask.it.support.NeedsRabbitMq;
import io.quarkiverse.localtask.it.support.Received;
import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.annotation.Identifier;

/** Exactly one span per attempt, in the trace of whoever accepted the task; the receiver is told which. */
@QuarkusTest
@QuarkusTestResource(Partners.class)
class EveryAttemptIsASpanTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Pattern ATTRIBUTE = Pattern.compile("`([a-z_]+\\.[a-z_.]+)`");
    private static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");

    Receiver receiver;
    Broker broker;

    @Inject
    LocalTasks tasks;
    @Inject
    @Identifier("mail")
    MailChannel mail;
    @Inject
    InMemorySpanExporter exporter;

    @BeforeEach
    void forget() {
        receiver.behave(request -> 200);
        exporter.reset();
    }

    @Test
    void overHttpOfTheKindClient() {
        receiver.behave(request -> request.nth() <= 2 ? 503 : 200);
        place("erp", "http", "01");

        SpanData server = ofTrace(SpanKind.SERVER).get(0);
        List<SpanData> attempts = attempts("http", SpanKind.CLIENT);
        assertThat(attempts).hasSize(3).allSatisfy(span -> {
            assertThat(span.getName()).isEqualTo("POST");
            assertThat(span.getTraceId()).isEqualTo(TRACE);
            assertThat(span.getParentSpanId()).isEqualTo(server.getSpanId());
            assertThat(text(span, "http.request.method")).isEqualTo("POST");
            assertThat(text(span, "server.address")).isEqualTo("localhost");
            assertThat(text(span, "local_task.id")).isEqualTo("http");
            assertThat(text(span, "local_task.destination")).isEqualTo("erp");
            assertThat(span.getAttributes().get(AttributeKey.stringKey("url.full"))).isNull();
        });
        assertThat(attempts).extracting(span -> span.getAttributes().get(STATUS)).containsExactly(503L, 503L, 200L);
        assertThat(attempts).extracting(span -> span.getStatus().getStatusCode()).containsExactly(StatusCode.ERROR,
                StatusCode.ERROR, StatusCode.UNSET);
        assertThat(attempts).extracting(span -> text(span, "error.type")).containsExactly("503", "503", null);
        assertThat(attempts).extracting(span -> span.getAttributes().get(AttributeKey.longKey("http.request.resend_count")))
                .containsExactly(null, 1L, 2L);
        assertDocumented("`http`", attempts);
        assertThat(receiver.requests("http")).extracting(EveryAttemptIsASpanTest::traceParent)
                .containsExactlyElementsOf(attempts.stream().map(span -> traceParent(span.getSpanId(), "01")).toList());
    }

    @Test
    void whatIsNotSampledStaysSo() {
        place("erp", "not-sampled", "00");

        assertThat(exporter.getFinishedSpanItems()).extracting(SpanData::getTraceId).doesNotContain(TRACE);
        assertThat(receiver.requests("not-sampled")).hasSize(1).extracting(EveryAttemptIsASpanTest::traceParent)
                .allSatisfy(parent -> assertThat(parent).startsWith("00-" + TRACE + "-").endsWith("-00"));
    }

    @Test
    void withoutATraceItBeginsOne() {
        QuarkusTransaction.requiringNew().run(() -> tasks.accept(TaskMessage.to("erp").id("no-trace").payload("x").build()));
        awaitSucceeded("no-trace");

        assertThat(attempts("no-trace", SpanKind.CLIENT)).singleElement()
                .satisfies(span -> assertThat(span.getParentSpanContext().isValid()).isFalse());
    }

    @Test
    @NeedsRabbitMq
    void toTheBrokerOfTheKindProducer() {
        broker.declare("shipping", "traced");
        place("shipments", "mq", "01");

        assertThat(ofTrace(SpanKind.PRODUCER)).hasSize(1);
        SpanData attempt = attempts("mq", SpanKind.PRODUCER).get(0);
        assertDocumented("`mq`", List.of(attempt));
        assertThat(attempt.getName()).isEqualTo("publish shipping");
        assertThat(attempt.getTraceId()).isEqualTo(TRACE);
        assertThat(text(attempt, "messaging.system")).isEqualTo("rabbitmq");
        assertThat(text(attempt, "messaging.destination.name")).isEqualTo("shipping");
        assertThat(text(attempt, "messaging.rabbitmq.destination.routing_key")).isEqualTo("shipment.created");
        assertThat(text(attempt, "messaging.message.id")).isEqualTo("mq");
        assertThat(broker.take("traced").getProperties().getHeaders().get("traceparent")).asString()
                .isEqualTo(traceParent(attempt.getSpanId(), "01"));
    }

    @Test
    void aChannelOfTheApplicationRunsWithinIt() {
        place("mail", "mail", "01");

        SpanData attempt = attempts("mail", SpanKind.INTERNAL).get(0);
        assertDocumented("your own", List.of(attempt));
        assertThat(attempt.getName()).isEqualTo("deliver mail");
        assertThat(attempt.getTraceId()).isEqualTo(TRACE);
        MailChannel.Call call = mail.call("mail");
        assertThat(call.span()).isEqualTo(attempt.getSpanId());
        assertThat(call.headers()).containsEntry("traceparent", traceParent(attempt.getSpanId(), "01"));
        assertThat(call.mdc()).containsEntry("taskId", "mail").containsEntry("taskDestination", "mail")
                .containsEntry("taskAttempt", "1");
    }

    /** The reference names all attributes of such spans, and no others; {@code error.type} only failures have. */
    private static void assertDocumented(String row, List<SpanData> spans) {
        Set<String> attributes = new TreeSet<>(Set.of("error.type"));
        spans.forEach(span -> span.getAttributes().asMap().keySet().forEach(key -> attributes.add(key.getKey())));
        assertThat(documented("|" + row, "All have")).isEqualTo(attributes);
    }

    private static Set<String> documented(String... beginnings) {
        try (Stream<String> lines = Files.lines(Path.of("../../docs/modules/ROOT/pages/observing.adoc"))) {
            return lines.filter(line -> Stream.of(beginnings).anyMatch(line::startsWith))
                    .flatMap(line -> ATTRIBUTE.matcher(line).results().map(result -> result.group(1)))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void place(String destination, String id, String flags) {
        given().header("traceparent", "00-" + TRACE + "-b7ad6b7169203331-" + flags).post("/orders/" + destination + "/" + id)
                .then().statusCode(200);
        awaitSucceeded(id);
    }

    private void awaitSucceeded(String id) {
        await().atMost(SOON).until(() -> tasks.find(id).orElseThrow().status() == TaskStatus.SUCCEEDED);
    }

    private List<SpanData> ofTrace(SpanKind kind) {
        return exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getKind() == kind && span.getTraceId().equals(TRACE)).toList();
    }

    private List<SpanData> attempts(String task, SpanKind kind) {
        return exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getKind() == kind && task.equals(text(span, "local_task.id"))).toList();
    }

    private static String text(SpanData span, String attribute) {
        return span.getAttributes().get(AttributeKey.stringKey(attribute));
    }

    private static String traceParent(Received request) {
        return request.headers().get("traceparent");
    }

    private static String traceParent(String spanId, String flags) {
        return "00-" + TRACE + "-" + spanId + "-" + flags;
    }
}
