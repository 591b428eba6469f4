package io.quarkiverse.localtask.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.localtask.LocalTasks;
import io.quarkiverse.localtask.TaskMessage;
import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.QuarkusProdModeTest;

/** A packaged application that configures nothing refuses private addresses. */
class AdHocIsGuardedInProductionTest {

    @RegisterExtension
    static final QuarkusProdModeTest APP = new QuarkusProdModeTest()
            .withApplicationRoot(jar -> jar.addClasses(Starter.class))
            .setForcedDependencies(List.of(dependency("quarkus-jdbc-h2"), dependency("quarkus-rest-jackson")))
            .overrideConfigKey("quarkus.datasource.db-kind", "h2")
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:prod;DB_CLOSE_DELAY=-1")
            .overrideConfigKey("quarkus.local-task.schema-management", "create")
            .overrideConfigKey("quarkus.http.port", "0")
            .setExpectExit(true)
            .setRun(true);

    /** What is on the class path of the build must be in the package, too. */
    private static Dependency dependency(String name) {
        return Dependency.of("io.quarkus", name, Version.getVersion());
    }

    @Test
    void byDefault() {
        assertThat(APP.getStartupConsoleOutput()).contains("accept says", "private (192.168.0.0/16, RFC 1918)",
                "quarkus.local-task.http.allow-private-addresses").doesNotContain("s3cret");
    }

    @Singleton
    static class Starter {

        private static final Logger LOG = Logger.getLogger("starter");

        void started(@Observes StartupEvent event, LocalTasks tasks) {
            try {
                QuarkusTransaction.requiringNew().run(() -> tasks
                        .accept(TaskMessage.http(URI.create("http://192.168.0.1/?token=s3cret")).payload("x").build()));
                LOG.info("accept says nothing");
            } catch (RuntimeException e) {
                Throwable cause = e;
                while (cause.getCause() != null) {
                    cause = cause.getCause();
                }
                LOG.info("accept says " + cause.getMessage());
            }
            Quarkus.asyncExit();
        }
    }
}
