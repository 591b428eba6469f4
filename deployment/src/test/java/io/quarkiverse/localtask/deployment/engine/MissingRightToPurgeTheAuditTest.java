package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.runtime.TaskOperations;
import io.quarkiverse.localtask.runtime.store.RowChange;
import io.quarkus.test.QuarkusUnitTest;

/** A database user that may not delete from the audit, which some teams want: finished tasks go all the same. */
@DisabledIfSystemProperty(named = "local-task.tests.database", matches = "h2")
class MissingRightToPurgeTheAuditTest {

    private static final String ROLE = "role_without_delete_of_audit";

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp
            .app(MissingRightToPurgeTheAuditTest.class, Map.of(
                    "quarkus.application.name", "shop",
                    "quarkus.datasource.username", ROLE, "quarkus.datasource.password", "secret",
                    "retention.succeeded", "1s", "retention.interval", "200ms"))
            .setBeforeAllCustomizer(MissingRightToPurgeTheAuditTest::prepare)
            .setLogRecordPredicate(EngineApp::isWarning)
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).singleElement().asString()
                    .startsWith("The purge cannot use the database").contains("local_task_audit"));

    @Inject
    Work work;

    @Inject
    TaskOperations operations;

    @Test
    void finishedTasksAreDeletedAllTheSame() {
        for (int round = 0; round < 2; round++) {
            work.accept("task-" + round);
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> work.count("1 = 1") == 0);
        }
    }

    @Test
    void whatCouldNotBeChangedIsNoError() {
        TestDatabase.row(TestDatabase.of(MissingRightToPurgeTheAuditTest.class), "leased", "erp", 3, 1, 1);
        assertThat(operations.change("leased", new RowChange.Redeliver(), "alice")).isFalse();
        assertThat(operations.audit(Long.MAX_VALUE, 1)).singleElement()
                .satisfies(entry -> assertThat(entry.tasks()).isZero());
        work.sql("DELETE FROM local_task_message WHERE task_id = 'leased'");
    }

    private static void prepare() {
        DataSource owner = TestDatabase.of(MissingRightToPurgeTheAuditTest.class);
        TestDatabase.prepareTable(owner, "shop");
        TestDatabase.execute(owner, "INSERT INTO local_task_audit (create_time, tasks, table_name, actor, action, subject)"
                + " VALUES ('2000-01-01 00:00:00', 1, 'local_task_message', 'somebody', 'redeliver', 'long ago')");
        TestDatabase.server().createUser(owner, ROLE, "secret");
        TestDatabase.execute(owner, "GRANT SELECT, INSERT, UPDATE, DELETE ON local_task_message TO " + ROLE);
        for (String other : List.of("local_task_meta", "local_task_audit", "local_task_pause")) {
            TestDatabase.execute(owner, "GRANT SELECT, INSERT, UPDATE ON " + other + " TO " + ROLE);
        }
    }
}
