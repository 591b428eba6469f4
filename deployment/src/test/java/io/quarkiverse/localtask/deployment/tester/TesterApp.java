package io.quarkiverse.localtask.deployment.tester;

import java.util.List;
import java.util.Map;

import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusUnitTest;

/** An application as users test it: the destination erp stays in memory, and no schedule gets in the way. */
final class TesterApp {

    /** A test's own dependencies are not those of an application in production. */
    static final List<Dependency> FOR_PRODUCTION = List.of(
            Dependency.of("io.quarkus", "quarkus-jdbc-h2", Version.getVersion()),
            Dependency.of("io.quarkus", "quarkus-rest-jackson", Version.getVersion()));

    private TesterApp() {
    }

    static QuarkusUnitTest app(Class<?> test, Map<String, String> config, Class<?>... more) {
        QuarkusUnitTest app = new QuarkusUnitTest()
                .withApplicationRoot(jar -> jar.addClasses(TesterApp.class, Orders.class, Orders.Order.class).addClasses(more));
        app.overrideConfigKey("quarkus.devservices.enabled", "false");
        app.overrideConfigKey("quarkus.http.test-port", "0");
        app.overrideConfigKey("quarkus.datasource.db-kind", "h2");
        app.overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:" + test.getSimpleName() + ";DB_CLOSE_DELAY=-1");
        set(app, "shards.default.fixed-delay", "1h");
        set(app, "shutdown-timeout", "2s");
        set(app, "retry.initial-delay", "1h");
        set(app, "destinations.erp.channel", "memory");
        config.forEach((key, value) -> app.overrideConfigKey(key.startsWith("quarkus.") ? key : "quarkus.local-task." + key,
                value));
        return app;
    }

    private static void set(QuarkusUnitTest app, String key, String value) {
        app.overrideConfigKey("quarkus.local-task." + key, value);
    }
}
