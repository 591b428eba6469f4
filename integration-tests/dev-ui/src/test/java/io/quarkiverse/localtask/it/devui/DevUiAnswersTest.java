package io.quarkiverse.localtask.it.devui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.QuarkusDevModeTest;

/** What the pages ask for. */
class DevUiAnswersTest {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int PORT = DevApplication.freePort();
    private static final Receiver RECEIVER = new Receiver();

    @RegisterExtension
    static final QuarkusDevModeTest APP = DevApplication.at(PORT, RECEIVER);

    private final DevUiClient devUi = new DevUiClient(PORT);

    @AfterAll
    static void close() {
        RECEIVER.close();
    }

    @Test
    void blockingChannelsAreBrokenToo() {
        breakDestination("mail", 1, 100);
        String task = send("mail");
        awaitStatus(task, "FAILED");
        assertThat(devUi.call("redeliver", Map.of("taskId", task)).asBoolean()).isTrue();
        awaitStatus(task, "SUCCEEDED");
    }

    @Test
    void whatFailedIsCancelled() {
        breakDestination("erp", 1, 0);
        String task = send("erp");
        awaitStatus(task, "FAILED");
        assertThat(devUi.call("cancel", Map.of("taskId", task)).asBoolean()).isTrue();
        awaitStatus(task, "CANCELLED");
        assertThat(devUi.call("cancel", Map.of("taskId", task)).asBoolean()).isFalse();
        assertThat(RECEIVER.requests(task)).isEmpty();
    }

    @Test
    void delaysAreKept() {
        breakDestination("erp", 0, 1_500);
        long start = System.nanoTime();
        String task = send("erp");
        await().atMost(SOON).until(() -> RECEIVER.accepted().contains(task));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(1_400));
        breakDestination("erp", 0, 0);
    }

    @Test
    void whatIsWrongIsSaid() {
        assertThatThrownBy(() -> breakDestination("nowhere", 1, 0)).hasStackTraceContaining("no destination 'nowhere'");
        assertThatThrownBy(() -> breakDestination("erp", -1, 0)).hasStackTraceContaining("must not be negative: -1");
        assertThatThrownBy(() -> send("nowhere")).hasStackTraceContaining("nowhere");
    }

    private void breakDestination(String destination, int failures, int delayMillis) {
        JsonNode fault = devUi.call("breakDestination",
                Map.of("destination", destination, "failures", failures, "delayMillis", delayMillis));
        assertThat(fault.path("failures").asInt(-1)).as(String.valueOf(fault)).isEqualTo(failures);
    }

    private String send(String destination) {
        return devUi.call("send", Map.of("destination", destination, "contentType", "application/json",
                "payload", "{}", "count", 1)).asText();
    }

    private void awaitStatus(String task, String status) {
        await().atMost(SOON).until(() -> {
            JsonNode page = devUi.call("tasks", Map.of("status", status, "destination", "", "error", ""));
            return page.path("tasks").findValuesAsText("taskId").contains(task);
        });
    }
}
