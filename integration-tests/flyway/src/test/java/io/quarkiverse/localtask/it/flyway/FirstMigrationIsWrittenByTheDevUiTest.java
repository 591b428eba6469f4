package io.quarkiverse.localtask.it.flyway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.logging.LogRecord;
import java.util.stream.Stream;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import org.awaitility.Awaitility;
import org.flywaydb.core.Flyway;
import org.jboss.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;

import io.quarkus.devui.tests.DevUIJsonRPCTest;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.QuarkusDevModeTest;

/** The button of Flyway's page: an application without migrations starts, and gets our script as its first. */
class FirstMigrationIsWrittenByTheDevUiTest extends DevUIJsonRPCTest {

    private static final int PORT = freePort();

    @RegisterExtension
    static final QuarkusDevModeTest APP = new QuarkusDevModeTest()
            .withApplicationRoot(jar -> jar.addClasses(AtStart.class).addAsResource(new StringAsset("""
                    quarkus.http.port=%d
                    quarkus.devservices.enabled=false
                    quarkus.datasource.db-kind=h2
                    quarkus.datasource.jdbc.url=jdbc:h2:mem:first-migration;DB_CLOSE_DELAY=-1
                    quarkus.flyway.clean-disabled=false
                    """.formatted(PORT)), "application.properties"))
            .setLogRecordPredicate(record -> true);

    FirstMigrationIsWrittenByTheDevUiTest() {
        super("quarkus-flyway", "http://localhost:" + PORT + "/");
    }

    @Test
    void scriptIsWritten() throws Exception {
        awaitLine("applied: []");
        JsonNode answer = executeJsonRPCMethod("create", Map.of("ds", "<default>"));
        assertThat(answer.get("type").asText()).as(answer.toString()).isEqualTo("success");
        try (Stream<Path> files = Files.walk(Path.of("target"))) {
            // the source, and the copy of it that dev mode makes
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("V1.0.0__"))).isNotEmpty()
                    .allSatisfy(file -> assertThat(file).content().contains("CREATE TABLE IF NOT EXISTS local_task_message (",
                            "CREATE TABLE IF NOT EXISTS local_task_meta ("));
        }
    }

    private static void awaitLine(String text) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(
                () -> assertThat(APP.getLogRecords()).extracting(FirstMigrationIsWrittenByTheDevUiTest::text).contains(text));
    }

    private static String text(LogRecord record) {
        return record instanceof ExtLogRecord ext ? ext.getFormattedMessage() : record.getMessage();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Singleton
    public static class AtStart {

        void tell(@Observes StartupEvent event, Flyway flyway) {
            Logger.getLogger(AtStart.class).infof("applied: %s", Stream.of(flyway.info().applied())
                    .filter(migration -> !migration.getType().isSynthetic()).map(migration -> migration.getVersion()).toList());
        }
    }
}
