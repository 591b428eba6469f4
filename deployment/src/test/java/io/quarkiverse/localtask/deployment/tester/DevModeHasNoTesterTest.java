package io.quarkiverse.localtask.deployment.tester;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.logging.LogRecord;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.awaitility.Awaitility;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskMessage;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.QuarkusDevModeTest;

/** In dev mode the channel memory says in the log what it does not send, and there is no tester. */
class DevModeHasNoTesterTest {

    @RegisterExtension
    static final QuarkusDevModeTest APP = new QuarkusDevModeTest()
            .withApplicationRoot(jar -> jar.addClasses(ModeProbe.class, Orders.class, Orders.Order.class, AtStart.class)
                    .addAsResource(new StringAsset("""
                            quarkus.http.port=%d
                            quarkus.devservices.enabled=false
                            quarkus.datasource.db-kind=h2
                            quarkus.datasource.jdbc.url=jdbc:h2:mem:dev-mode;DB_CLOSE_DELAY=-1
                            %%dev.quarkus.local-task.destinations.erp.channel=memory
                            """.formatted(freePort())), "application.properties"))
            .setLogRecordPredicate(record -> true);

    @Test
    void memorySaysWhatItDoesNotSend() {
        awaitLine("tester: false, memory: true, threads: []");
        awaitLine(
                "Not sent, as destination 'erp' has the channel memory: task 'dev' (erp), 6 bytes of text/plain;charset=UTF-8");
    }

    private static void awaitLine(String text) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(
                () -> assertThat(APP.getLogRecords()).extracting(DevModeHasNoTesterTest::text).contains(text));
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

        @Inject
        Orders orders;

        void send(@Observes StartupEvent event) {
            orders.send(TaskMessage.to("erp").id("dev").payload("secret"));
        }
    }
}
