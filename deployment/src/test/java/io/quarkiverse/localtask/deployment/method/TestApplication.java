package io.quarkiverse.localtask.deployment.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.function.Consumer;

import io.quarkus.test.QuarkusUnitTest;

/** Applications for the tests of annotated methods: H2, two destinations, and a LocalTasks that records. */
final class TestApplication {

    private TestApplication() {
    }

    static QuarkusUnitTest of(Class<?>... classes) {
        return new QuarkusUnitTest()
                .withApplicationRoot(
                        jar -> jar.addClasses(TestApplication.class, RecordingLocalTasks.class).addClasses(classes))
                .overrideConfigKey("quarkus.datasource.db-kind", "h2")
                .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:methods")
                .overrideConfigKey("quarkus.devservices.enabled", "false")
                .overrideConfigKey("quarkus.http.test-port", "0")
                .overrideConfigKey("quarkus.local-task.destinations.erp.url", "http://localhost:1/erp")
                .overrideConfigKey("quarkus.local-task.destinations.\"crm.events\".url", "http://localhost:1/crm");
    }

    /** An application that must not build, with the texts that its error must hold. */
    static QuarkusUnitTest thatFails(Consumer<String> assertions, Class<?>... classes) {
        return of(classes).assertException(failure -> {
            StringBuilder messages = new StringBuilder();
            for (Throwable t = failure; t != null; t = t.getCause()) {
                messages.append(t.getMessage()).append('\n');
                for (Throwable suppressed : t.getSuppressed()) {
                    messages.append(suppressed.getMessage()).append('\n');
                }
            }
            assertions.accept(messages.toString());
        });
    }

    static QuarkusUnitTest thatFailsWith(String text, Class<?>... classes) {
        return thatFails(messages -> assertThat(messages).contains(text), classes);
    }

    /** Stands in the test method of an application that must not build. */
    static void mustNotStart() {
        fail("the application was built and started");
    }
}
