package io.quarkiverse.localtask.deployment.tester;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusProdModeTest;

/** In production neither the tester nor the channel memory is a bean; {@code %test.} lines are none of its business. */
class NothingOfItRunsInProductionTest {

    @RegisterExtension
    static final QuarkusProdModeTest APP = new QuarkusProdModeTest()
            .setForcedDependencies(TesterApp.FOR_PRODUCTION)
            .withApplicationRoot(jar -> jar.addClasses(ModeProbe.class))
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:prod;DB_CLOSE_DELAY=-1")
            .overrideConfigKey("quarkus.devservices.enabled", "false")
            .overrideConfigKey("quarkus.http.port", "0")
            .overrideConfigKey("quarkus.local-task.schema-management", "create")
            .overrideConfigKey("quarkus.local-task.destinations.erp.url", "http://erp.invalid/")
            .overrideConfigKey("%test.quarkus.local-task.destinations.erp.channel", "memory")
            .overrideConfigKey("%test.quarkus.local-task.ad-hoc.channel", "memory")
            .setRun(true);

    @Test
    void neitherIsABean() {
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(
                () -> assertThat(APP.getStartupConsoleOutput()).contains("tester: false, memory: false, threads: []"));
    }
}
