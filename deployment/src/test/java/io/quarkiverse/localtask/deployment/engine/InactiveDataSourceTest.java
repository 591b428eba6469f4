package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;

import jakarta.inject.Inject;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTaskException;
import io.quarkus.test.QuarkusUnitTest;

/** An operator switches the datasource off: the application starts, is told so once, and cannot write tasks. */
class InactiveDataSourceTest {

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp
            .app(InactiveDataSourceTest.class, Map.of("quarkus.datasource.active", "false"))
            .setLogRecordPredicate(EngineApp::isWarning)
            .assertLogRecords(records -> assertThat(EngineApp.texts(records)).singleElement().asString()
                    .contains("local_task_message could not be checked", "the default datasource is inactive"));

    @Inject
    Work work;

    @Test
    void isReportedOnce() {
        assertThatThrownBy(() -> work.accept("lost")).isInstanceOf(LocalTaskException.class)
                .hasMessageContaining("Cannot write a task to table 'local_task_message' of the default datasource")
                .hasMessageContaining("is inactive").hasMessageContaining("quarkus.datasource.active=true");
        // several ticks later there is still one line
        Awaitility.await().pollDelay(Duration.ofSeconds(3)).atMost(Duration.ofSeconds(5)).until(() -> true);
    }
}
