package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** The application starts before its database, as containers do; nothing needs a restart. */
class DatabaseComesUpLateTest {

    private static final String PORT = "local-task.tests.late.port";

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(DatabaseComesUpLateTest.class, Map.of(
            "quarkus.datasource.db-kind", "postgresql",
            "quarkus.datasource.username", "postgres",
            "quarkus.datasource.password", "postgres",
            "quarkus.datasource.jdbc.url", "jdbc:postgresql://localhost:" + port() + "/postgres"))
            .setLogRecordPredicate(EngineApp::isWarning)
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).singleElement().asString()
                    .contains("local_task_message could not be checked", "it is checked again"));

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void withoutRestart() throws IOException {
        assertThatThrownBy(() -> work.accept("too-early")).isInstanceOf(LocalTaskException.class)
                .hasMessageContaining("Cannot write a task to table 'local_task_message' of the default datasource")
                .hasMessageContaining("SQLSTATE 08");

        EmbeddedPostgres server = EmbeddedPostgres.builder().setPort(port()).start();
        try {
            channel.answer(delivery -> delivery.attempt() == 1 ? Outcome.failed("not yet") : Outcome.succeeded());
            Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptionsInstanceOf(LocalTaskException.class)
                    .until(() -> work.accept("in-time") != null);
            work.awaitStatus("in-time", TaskStatus.SUCCEEDED);
            assertThat(channel.ids()).containsExactly("in-time", "in-time");
        } finally {
            server.close();
        }
    }

    private static int port() {
        Integer port = Integer.getInteger(PORT);
        if (port == null) {
            try (ServerSocket socket = new ServerSocket(0)) {
                port = socket.getLocalPort();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            System.setProperty(PORT, port.toString());
        }
        return port;
    }
}
