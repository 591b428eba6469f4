package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/** Delivered rows go after their retention; dead ones stay until somebody decides. */
class FinishedRowsTest {

    private static final int BACKLOG = 20_000;
    private static final int LOCKED = 100;

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(FinishedRowsTest.class, Map.of(
            "retention.succeeded", "1s", "retention.interval", "200ms"))
            .setLogRecordPredicate(EngineApp::isWarning)
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).filteredOn(text -> !text.contains("is dead"))
                    .isEmpty());

    @Inject
    Work work;

    @Inject
    AgroalDataSource dataSource;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void arePurged() {
        channel.answer(delivery -> delivery.taskId().equals("dead") ? Outcome.rejected("no") : Outcome.succeeded());
        work.accept("dead");
        work.awaitStatus("dead", TaskStatus.DEAD);
        for (int i = 0; i < 20; i++) {
            work.accept("done-" + i);
        }
        Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> work.count("task_id LIKE 'done-%'") == 0);
        work.awaitStatus("dead", TaskStatus.DEAD);
    }

    @Test
    void ofABacklogGoStepByStepAroundLockedOnesWhileTheBusinessGoesOn() throws Exception {
        channel.answer(delivery -> Outcome.rejected("a row to copy"));
        work.accept("model");
        work.awaitStatus("model", TaskStatus.DEAD);
        channel.answer(delivery -> Outcome.succeeded());
        // finished in a few seconds, so that some can be locked before the purge comes by
        work.sql(
                "INSERT INTO local_task_message (task_id, task_name, channel, destination, payload, content_type, house_number,"
                        + " status, attempts, version, next_attempt_time, create_time, update_time)"
                        + " SELECT CONCAT('old-', n), task_name, channel, destination, payload, content_type, house_number, 2, 1, 1,"
                        + " next_attempt_time, create_time + INTERVAL '6' SECOND, update_time + INTERVAL '6' SECOND FROM local_task_message, "
                        + TestDatabase.server().series(BACKLOG)
                        + " WHERE task_id = 'model'");
        try (Connection operator = dataSource.getConnection()) {
            operator.setAutoCommit(false);
            try (var statement = operator.createStatement()) {
                assertThat(lock(statement)).isEqualTo(LOCKED);
                Duration slowest = Duration.ZERO;
                for (int i = 0; work.count("task_id LIKE 'old-%'") > LOCKED; i++) {
                    assertThat(i).as("turns until the backlog is gone").isLessThan(5_000);
                    long start = System.nanoTime();
                    work.accept("beside-" + i);
                    Duration taken = Duration.ofNanos(System.nanoTime() - start);
                    slowest = taken.compareTo(slowest) > 0 ? taken : slowest;
                }
                assertThat(slowest).isLessThan(Duration.ofSeconds(2));
            } finally {
                operator.rollback();
                operator.setAutoCommit(true);
            }
        }
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> work.count("task_id LIKE 'old-%'") == 0);
    }

    /* By primary key: by a range of another one MariaDB locks all that it reads. */
    private int lock(java.sql.Statement statement) throws java.sql.SQLException {
        int locked = 0;
        for (Object id : work.query("SELECT id FROM local_task_message WHERE task_id LIKE 'old-1__'")) {
            try (var row = statement.executeQuery("SELECT id FROM local_task_message WHERE id = " + id + " FOR UPDATE")) {
                locked += row.next() ? 1 : 0;
            }
        }
        return locked;
    }
}
