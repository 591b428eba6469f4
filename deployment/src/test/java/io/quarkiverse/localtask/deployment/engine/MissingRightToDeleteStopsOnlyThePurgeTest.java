package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/**
 * A database user that may not delete, nor create: tasks come and go, delivered rows stay, and one line says why. PostgreSQL
 * only.
 */
@DisabledIfSystemProperty(named = "local-task.tests.database", matches = "h2")
class MissingRightToDeleteStopsOnlyThePurgeTest {

    private static final String ROLE = "role_without_delete";

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp
            .app(MissingRightToDeleteStopsOnlyThePurgeTest.class, Map.of(
                    "quarkus.application.name", "shop",
                    "quarkus.datasource.username", ROLE, "quarkus.datasource.password", "secret",
                    "retention.succeeded", "1s", "retention.interval", "200ms"))
            .setBeforeAllCustomizer(MissingRightToDeleteStopsOnlyThePurgeTest::prepare)
            .setLogRecordPredicate(EngineApp::isWarning)
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).singleElement().asString()
                    .startsWith("The purge cannot use the database").contains("local_task_message"));

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void andSaysSoOnce() {
        channel.answer(delivery -> delivery.attempt() < 2 ? Outcome.failed("again") : Outcome.succeeded());
        work.accept("before");
        work.awaitStatus("before", TaskStatus.SUCCEEDED);
        // several runs of the purge later
        Awaitility.await().during(java.time.Duration.ofSeconds(3)).atMost(java.time.Duration.ofSeconds(10))
                .until(() -> work.status("before") == TaskStatus.SUCCEEDED);
        work.accept("after");
        work.awaitStatus("after", TaskStatus.SUCCEEDED);
    }

    private static void prepare() {
        DataSource owner = TestDatabase.of(MissingRightToDeleteStopsOnlyThePurgeTest.class);
        TestDatabase.prepareTable(owner, "shop");
        TestDatabase.server().createUser(owner, ROLE, "secret");
        TestDatabase.execute(owner, "GRANT SELECT, INSERT, UPDATE ON local_task_message TO " + ROLE);
        for (String other : List.of("local_task_meta", "local_task_audit", "local_task_pause")) {
            TestDatabase.execute(owner, "GRANT SELECT, INSERT, UPDATE ON " + other + " TO " + ROLE);
        }
    }
}
