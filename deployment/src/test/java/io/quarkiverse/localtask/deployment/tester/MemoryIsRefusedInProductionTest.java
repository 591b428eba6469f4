package io.quarkiverse.localtask.deployment.tester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusProdModeTest;

/**
 * A message that goes nowhere must not count as delivered in production: such a build fails, and says how to limit the line.
 */
class MemoryIsRefusedInProductionTest {

    @RegisterExtension
    static final QuarkusProdModeTest APP = new QuarkusProdModeTest()
            .setForcedDependencies(TesterApp.FOR_PRODUCTION)
            .withApplicationRoot(jar -> jar.addClasses(Orders.class, Orders.Order.class))
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.devservices.enabled", "false")
            .overrideConfigKey("quarkus.local-task.destinations.erp.channel", "memory")
            .overrideConfigKey("quarkus.local-task.destinations.\"head.office\".channel", "memory")
            .overrideConfigKey("quarkus.local-task.destinations.web.url", "http://web.invalid/")
            .overrideConfigKey("quarkus.local-task.ad-hoc.channel", "memory")
            .assertBuildException(error -> assertThat(error)
                    .hasStackTraceContaining("has 3 problems")
                    .hasStackTraceContaining(
                            "quarkus.local-task.destinations.erp.channel=memory: the channel memory sends nothing"
                                    + " out, so in production messages would count as delivered and be lost; limit the line to tests,"
                                    + " %test.quarkus.local-task.destinations.erp.channel=memory, or to dev mode, %dev.")
                    .hasStackTraceContaining("quarkus.local-task.destinations.\"head.office\".channel=memory: ")
                    .hasStackTraceContaining("quarkus.local-task.ad-hoc.channel=memory: "));

    @Test
    void doesNotBuild() {
        fail("built for production with the channel memory");
    }
}
