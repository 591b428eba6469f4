package io.quarkiverse.localtask.deployment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkiverse.localtask.TaskStatus;
import io.quarkus.test.QuarkusUnitTest;

/** Promise 13: no secret and no payload in a configuration column, a log line or an error message. */
class SecretsStayOutTest {

    private static final String SECRET = "sesame-4711";

    @RegisterExtension
    static final QuarkusUnitTest APP = EngineApp.app(SecretsStayOutTest.class, Map.of(
            "destinations.erp.headers.Authorization", "Bearer " + SECRET,
            "quarkus.log.category.\"io.quarkiverse.localtask\".level", "DEBUG"))
            .setLogRecordPredicate(record -> record.getLoggerName().startsWith("io.quarkiverse.localtask"))
            .assertLogRecords(records -> assertThat(records).noneSatisfy(record -> assertThat(
                    record.getMessage() + java.util.Arrays.toString(record.getParameters()) + record.getThrown())
                    .contains(SECRET)));

    @Inject
    Work work;

    @Inject
    LocalTasks tasks;

    @Inject
    @io.smallrye.common.annotation.Identifier("scripted")
    ScriptedChannel channel;

    @Test
    void whateverFails() {
        channel.script(delivery -> {
            throw new IllegalStateException("could not send " + SECRET + " with payload " + new String(delivery.payload()),
                    new RuntimeException("http://user:" + SECRET + "@host/"));
        });
        work.accept(TaskMessage.to("erp").id("secret").payload(SECRET).header("X-Note", "harmless").build());
        work.awaitStatus("secret", TaskStatus.FAILED);

        assertThat(tasks.find("secret").orElseThrow().lastError())
                .isEqualTo("java.lang.IllegalStateException, caused by java.lang.RuntimeException");
        assertThat(work.query("SELECT notify_config FROM local_task_message WHERE task_id = 'secret'"))
                .noneMatch(config -> String.valueOf(config).contains(SECRET));
    }

    @Test
    void secretHeadersOfAMessageAreRefused() {
        for (String header : new String[] { "Authorization", "cookie", "Proxy-Authorization" }) {
            assertThatThrownBy(() -> TaskMessage.to("erp").header(header, SECRET)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("quarkus.local-task.destinations.erp.headers." + header)
                    .hasMessageNotContaining(SECRET);
        }
    }
}
