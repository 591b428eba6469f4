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
import java.util.UUID;
import java.util.function.Predicate;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.quarkiverse.localtask.it.support.Receiver;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** Every line of the log as JSON, with the task it is about. */
@QuarkusTest
@QuarkusTestResource(Partners.class)
class LogsAreReadByMachinesTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Path FILE = Path.of("target/observed.json");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String id = UUID.randomUUID().toString();

    Receiver receiver;

    @Test
    void whatAChannelLogsSaysWhichTaskItIsAbout() {
        given().post("/orders/mail/" + id).then().statusCode(200);
        JsonNode line = awaitLine(about -> about.path("mdc").path("taskId").asText().equals(id));
        assertThat(line.path("message").asText()).isEqualTo("A mail goes out");
        assertThat(line.path("mdc").path("taskDestination").asText()).isEqualTo("mail");
        assertThat(line.path("mdc").path("taskAttempt").asText()).isEqualTo("1");
    }

    @Test
    void aDeadTaskIsOneLine() {
        receiver.behave(request -> request.taskId().equals(id) ? 410 : 200);
        given().post("/orders/erp/" + id).then().statusCode(200);
        JsonNode line = awaitLine(about -> about.path("message").asText().contains(id));
        assertThat(line.path("level").asText()).isEqualTo("WARN");
        assertThat(line.path("message").asText()).contains("erp", "HTTP 410");
        assertThat(lines()).filteredOn(about -> about.path("message").asText().contains(id)).hasSize(1);
    }

    @Test
    void aDestinationThatDoesNotWorkIsOneLineThatNamesAnAttempt() {
        for (int i = 0; i < 20; i++) {
            given().post("/orders/crm/" + id + "-" + i).then().statusCode(200);
        }
        JsonNode line = awaitLine(about -> about.path("message").asText().startsWith("Destination 'crm' does not work"));
        assertThat(line.path("message").asText()).containsPattern("the last one, attempt [12] of task \\S+, with: \\S+");
    }

    private static JsonNode awaitLine(Predicate<JsonNode> which) {
        return await().atMost(SOON).ignoreExceptions().until(() -> lines().stream().filter(which).findFirst().orElse(null),
                found -> found != null);
    }

    private static List<JsonNode> lines() {
        try {
            return Files.readAllLines(FILE).stream().filter(line -> line.endsWith("}")).map(LogsAreReadByMachinesTest::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode read(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(line, e);
        }
    }
}
