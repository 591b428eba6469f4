package io.quarkiverse.localtask.deployment.engine;

import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;

import org.jboss.logmanager.ExtLogRecord;

import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusUnitTest;

/** A small application around the engine: one scripted channel, short times, a helper bean for transactions and SQL. */
final class EngineApp {

    private EngineApp() {
    }

    static QuarkusUnitTest app(Class<?> test, Class<?>... more) {
        return app(test, Map.of(), more);
    }

    static QuarkusUnitTest app(Class<?> test, Map<String, String> config, Class<?>... more) {
        QuarkusUnitTest app = new QuarkusUnitTest().withApplicationRoot(jar -> jar
                .addClasses(EngineApp.class, TestDatabase.class, TestServer.class, ScriptedChannel.class, Work.class)
                .addClasses(more));
        TestDatabase.configure(app, test.getSimpleName());
        app.overrideConfigKey("quarkus.http.test-port", "0");
        set(app, "grace", "4s");
        set(app, "lease", "4s");
        set(app, "compensation.lap-interval", "2s");
        if (config.keySet().stream().noneMatch(key -> key.startsWith("shards."))) {
            set(app, "shards.default.fixed-delay", "1s");
        }
        set(app, "retry.initial-delay", "300ms");
        set(app, "retry.jitter", "0");
        set(app, "shutdown-timeout", "2s");
        set(app, "destinations.erp.channel", "scripted");
        set(app, "destinations.erp.timeout", "2s");
        config.forEach((key, value) -> {
            app.overrideConfigKey(key.startsWith("quarkus.") ? key : "quarkus.local-task." + key, value);
        });
        return app;
    }

    /** Hibernate ORM is in the class path of these applications only. */
    static QuarkusUnitTest withHibernate(QuarkusUnitTest app) {
        return withHibernate(app, "");
    }

    /** @param persistenceUnit its name, with a dot, or nothing for the default one */
    static QuarkusUnitTest withHibernate(QuarkusUnitTest app, String persistenceUnit) {
        // a MariaDB stands in for MySQL, and Hibernate would notice
        return app.overrideConfigKey("quarkus.hibernate-orm." + persistenceUnit + "database.version-check.enabled", "false")
                .setForcedDependencies(
                        List.of(Dependency.of("io.quarkus", "quarkus-hibernate-orm", Version.getVersion())));
    }

    /** What an operator would be told. */
    static boolean isWarning(LogRecord record) {
        return record.getLoggerName().startsWith("io.quarkiverse.localtask")
                && record.getLevel().intValue() >= Level.WARNING.intValue();
    }

    static List<String> texts(List<LogRecord> records) {
        return records.stream().map(record -> ((ExtLogRecord) record).getFormattedMessage()).toList();
    }

    private static void set(QuarkusUnitTest app, String key, String value) {
        app.overrideConfigKey("quarkus.local-task." + key, value);
    }
}
