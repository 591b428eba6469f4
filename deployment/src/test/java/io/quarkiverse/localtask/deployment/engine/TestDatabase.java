package io.quarkiverse.localtask.deployment.engine;

import java.io.IOException;
import java.io.UncheckedIOException;

import io.quarkus.test.QuarkusUnitTest;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * The database the engine's tests run on: {@code -Dlocal-task.tests.database=postgresql} (default) or {@code h2}. One server
 * per JVM;
 * each test class gets a database of its own.
 */
final class TestDatabase {

    private static final String PORT = "local-task.tests.postgresql.port";

    private TestDatabase() {
    }

    static boolean isPostgreSql() {
        return System.getProperty("local-task.tests.database", "postgresql").equals("postgresql");
    }

    static void configure(QuarkusUnitTest test, String name) {
        if (isPostgreSql()) {
            String database = "t_" + name.toLowerCase();
            createDatabase(database);
            test.overrideConfigKey("quarkus.datasource.db-kind", "postgresql");
            test.overrideConfigKey("quarkus.datasource.username", "postgres");
            test.overrideConfigKey("quarkus.datasource.password", "postgres");
            test.overrideConfigKey("quarkus.datasource.jdbc.url",
                    "jdbc:postgresql://localhost:" + port() + "/" + database);
        } else {
            test.overrideConfigKey("quarkus.datasource.db-kind", "h2");
            test.overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
        }
        test.overrideConfigKey("quarkus.devservices.enabled", "false");
    }

    /* The test class is loaded twice, by two class loaders; a system property is what they share. */
    private static int port() {
        String port = System.getProperty(PORT);
        if (port == null) {
            try {
                EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setServerConfig("log_statement", "all")
                        .setServerConfig("log_line_prefix", "%d:")
                        .setServerConfig("fsync", "off")
                        .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log()))
                        .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log()))
                        .start();
                port = String.valueOf(server.getPort());
                System.setProperty(PORT, port);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return Integer.parseInt(port);
    }

    static java.io.File log() {
        return new java.io.File("target/postgresql-statements.log");
    }

    private static void createDatabase(String name) {
        String url = "jdbc:postgresql://localhost:" + port() + "/postgres";
        try (var connection = java.sql.DriverManager.getConnection(url, "postgres", "postgres");
                var statement = connection.createStatement()) {
            try (var rows = statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = '" + name + "'")) {
                if (rows.next()) {
                    return;
                }
            }
            statement.execute("CREATE DATABASE " + name);
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
