package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskException;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkiverse.localtask.spi.Outcome;
import io.quarkus.test.QuarkusUnitTest;

/** The application starts before its database, as containers do; nothing needs a restart. */
class DatabaseComesUpLateTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp
            .app(DatabaseComesUpLateTest.class, LateServer.config(DatabaseComesUpLateTest.class), LateServer.class)
            .setLogRecordPredicate(EngineApp::isWarning)
            .assertLogRecords(records -> assertThat(EngineApp.texts(records))
                    // the server goes before the application does, which a scan may notice
                    .filteredOn(text -> !text.contains("57P01") && !text.contains("SQLSTATE 08"))
                    .singleElement().asString().contains("local_task_message could not be checked", "it is checked again"));

    @Inject
    Work work;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void withoutRestart() {
        assertThatThrownBy(() -> work.accept("too-early")).isInstanceOf(LocalTaskException.class)
                .hasMessageContaining("Cannot write a task to table 'local_task_message' of the default datasource")
                .hasMessageContaining("SQLSTATE 08");

        LateServer.start(DatabaseComesUpLateTest.class);
        channel.answer(delivery -> delivery.attempt() == 1 ? Outcome.failed("not yet") : Outcome.succeeded());
        Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptionsInstanceOf(LocalTaskException.class)
                .until(() -> work.accept("in-time") != null);
        work.awaitStatus("in-time", TaskStatus.SUCCEEDED);
        assertThat(channel.ids()).containsExactly("in-time", "in-time");
    }
}
