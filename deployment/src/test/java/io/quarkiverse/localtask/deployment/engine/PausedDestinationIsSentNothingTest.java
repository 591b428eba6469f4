package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.Map;
import java.util.logging.LogRecord;

import javax.sql.DataSource;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.AuditEntry;
import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.QuarkusUnitTest;

/** A pause holds over a start, for fresh tasks and for those of scans, until it is taken back. */
class PausedDestinationIsSentNothingTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp
            .app(PausedDestinationIsSentNothingTest.class, Map.of("quarkus.application.name", "ordering"))
            .setBeforeAllCustomizer(PausedDestinationIsSentNothingTest::pausedByAnEarlierInstance)
            .setLogRecordPredicate(record -> record.getLoggerName().endsWith(".Pauses"))
            .assertLogRecords(records -> {
                String paused = "Destination 'erp' is paused: its tasks wait in the table until somebody resumes it";
                String resumed = "Destination 'erp' is not paused any more";
                assertThat(records).extracting(PausedDestinationIsSentNothingTest::text)
                        .containsExactly(paused, resumed, paused, resumed);
            });

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    private static String text(LogRecord line) {
        return line.getParameters() == null ? line.getMessage() : String.format(line.getMessage(), line.getParameters());
    }

    private static void pausedByAnEarlierInstance() {
        DataSource dataSource = TestDatabase.of(PausedDestinationIsSentNothingTest.class);
        TestDatabase.prepareTable(dataSource, "ordering");
        TestDatabase.execute(dataSource, "INSERT INTO local_task_pause (table_name, destination, actor, create_time)"
                + " SELECT table_name, 'erp', 'alice', update_time FROM local_task_meta");
        TestDatabase.row(dataSource, "fresh", "erp", 3, 0, 0);
        TestDatabase.row(dataSource, "failed", "erp", 5, 3, 2);
        TestDatabase.row(dataSource, "claimed", "erp", 4, 1, 1);
    }

    @Test
    void overAStart() {
        assertThat(tasks.pause("erp")).as("it is").isFalse();
        work.accept("new");
        Awaitility.await().during(Duration.ofSeconds(7)).atMost(Duration.ofSeconds(12))
                .until(() -> channel.received().isEmpty());

        assertThat(tasks.resume("erp")).isTrue();
        for (String id : new String[] { "fresh", "failed", "claimed", "new" }) {
            work.awaitStatus(id, TaskStatus.SUCCEEDED);
        }
        assertThat(channel.received("failed").get(0).attempt()).as("no attempt was counted meanwhile").isEqualTo(3);
        assertThat(tasks.audit(Long.MAX_VALUE, 10)).extracting(AuditEntry::action, AuditEntry::actor, AuditEntry::subject)
                .containsExactly(tuple("resume", "application", "destination erp"));

        assertThat(tasks.pause("erp")).isTrue();
        work.accept("later");
        Awaitility.await().during(Duration.ofSeconds(2)).atMost(Duration.ofSeconds(6))
                .until(() -> channel.received("later").isEmpty());
        tasks.resume("erp");
        work.awaitStatus("later", TaskStatus.SUCCEEDED);
    }
}
