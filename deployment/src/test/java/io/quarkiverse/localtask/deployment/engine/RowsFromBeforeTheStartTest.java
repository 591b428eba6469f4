package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import javax.sql.DataSource;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.Task;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.QuarkusUnitTest;

/** What an earlier instance left in the table, in every state, is delivered by the next one, if it knows the destination. */
class RowsFromBeforeTheStartTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp
            .app(RowsFromBeforeTheStartTest.class, Map.of("quarkus.application.name", "ordering"))
            .setBeforeAllCustomizer(RowsFromBeforeTheStartTest::anEarlierInstance);

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    private static void anEarlierInstance() {
        DataSource dataSource = TestDatabase.of(RowsFromBeforeTheStartTest.class);
        TestDatabase.prepareTable(dataSource, "ordering");
        TestDatabase.row(dataSource, "fresh", "erp", 3, 0, 0);
        TestDatabase.row(dataSource, "claimed", "erp", 4, 1, 1);
        TestDatabase.row(dataSource, "failed", "erp", 5, 3, 2);
        TestDatabase.row(dataSource, "scheduled", "erp", 6, 5, 0);
        TestDatabase.row(dataSource, "stray", "erp", 100, 0, 0);
        TestDatabase.row(dataSource, "for-the-crm", "crm", 7, 3, 4);
        TestDatabase.row(dataSource, "dead", "erp", 8, 4, 25);
        TestDatabase.row(dataSource, "cancelled", "erp", 9, 6, 0);
        TestDatabase.row(dataSource, "used-up", "erp", 10, 3, 100);
        TestDatabase.row(dataSource, "vanished", "erp", 11, 1, 100);
        TestDatabase.execute(dataSource,
                "UPDATE local_task_message SET last_error = 'unknown host' WHERE task_id IN ('used-up', 'vanished')");
    }

    @Test
    void areDelivered() {
        for (String id : new String[] { "fresh", "claimed", "failed", "scheduled", "stray" }) {
            work.awaitStatus(id, TaskStatus.SUCCEEDED);
            assertThat(channel.received(id)).singleElement()
                    .satisfies(delivery -> assertThat(delivery.payload()).asString().isEqualTo("payload of " + id));
        }
        assertThat(channel.received("failed").get(0).attempt()).isEqualTo(3);
        assertThat(tasks.find("for-the-crm")).map(Task::attempts).hasValue(4);
        assertThat(work.status("dead")).isEqualTo(TaskStatus.DEAD);
        assertThat(work.status("cancelled")).isEqualTo(TaskStatus.CANCELLED);
        assertThat(channel.ids()).doesNotContain("for-the-crm", "dead", "cancelled");
    }

    @Test
    void withoutAttemptsLeftAreDeadAndKeepTheirLastReason() {
        work.awaitStatus("used-up", TaskStatus.DEAD);
        work.awaitStatus("vanished", TaskStatus.DEAD);
        assertThat(tasks.find("used-up")).map(Task::lastError)
                .hasValue("attempts used up (retry.max-attempts=100); last: unknown host");
        assertThat(tasks.find("vanished")).map(Task::lastError)
                .hasValue("the last attempt left no outcome; last known: unknown host");
        assertThat(channel.ids()).doesNotContain("used-up", "vanished");
    }
}
