package io.quarkiverse.localtask.deployment.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcDataSource;
import org.postgresql.ds.PGSimpleDataSource;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.SchemaManagement;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.SchemaManager;
import io.quarkus.test.QuarkusUnitTest;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * The database the engine's tests run on: {@code -Dlocal-task.tests.database=postgresql} (default) or {@code h2}. One server
 * per JVM; each test class gets a database of its own.
 */
final class TestDatabase {

    private static final String PORT = "local-task.tests.postgresql.port";

    private TestDatabase() {
    }

    static boolean isPostgreSql() {
        return System.getProperty("local-task.tests.database", "postgresql").equals("postgresql");
    }

    static void configure(QuarkusUnitTest test, String name) {
        configure(test, "quarkus.datasource.", name);
        test.overrideConfigKey("quarkus.devservices.enabled", "false");
    }

    /** @param prefix of the datasource's keys, with its dot */
    static QuarkusUnitTest configure(QuarkusUnitTest test, String prefix, String name) {
        if (isPostgreSql()) {
            createDatabase(database(name));
            test.overrideConfigKey(prefix + "db-kind", "postgresql");
            test.overrideConfigKey(prefix + "username", "postgres");
            test.overrideConfigKey(prefix + "password", "postgres");
        } else {
            test.overrideConfigKey(prefix + "db-kind", "h2");
        }
        test.overrideConfigKey(prefix + "jdbc.url", url(name));
        return test;
    }

    private static String database(String name) {
        return "t_" + name.toLowerCase();
    }

    private static String url(String name) {
        return isPostgreSql() ? "jdbc:postgresql://localhost:" + port() + "/" + database(name)
                : "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
    }

    /** A test class's database without the application: before its start, or beside it. */
    static DataSource of(Class<?> test) {
        return named(test.getSimpleName());
    }

    static DataSource named(String name) {
        if (isPostgreSql()) {
            PGSimpleDataSource dataSource = new PGSimpleDataSource();
            dataSource.setUrl(url(name));
            dataSource.setUser("postgres");
            dataSource.setPassword("postgres");
            return dataSource;
        }
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setUrl(url(name));
        return dataSource;
    }

    private static DataSource server() {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl("jdbc:postgresql://localhost:" + port() + "/postgres");
        dataSource.setUser("postgres");
        dataSource.setPassword("postgres");
        return dataSource;
    }

    /** Ends every session of a test class's database, as a restart of the server does. PostgreSQL only. */
    static void terminateConnections(Class<?> test) {
        execute(server(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
                + database(test.getSimpleName()) + "'");
    }

    /** Lets nobody in, or again. PostgreSQL only. */
    static void allowConnections(Class<?> test, boolean allow) {
        execute(server(), "ALTER DATABASE " + database(test.getSimpleName()) + " WITH ALLOW_CONNECTIONS " + allow);
    }

    /** Does with a database what the start of another application would do. */
    static void prepareTable(DataSource dataSource, String application) {
        String kind = dataSource instanceof JdbcDataSource ? "h2" : "postgresql";
        new SchemaManager(kind, "local_task_message", application, 64)
                .prepare(new Database(dataSource, 1, Duration.ofSeconds(10)), SchemaManagement.CREATE);
    }

    static void execute(DataSource dataSource, String sql) {
        try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
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
                        // for XA
                        .setServerConfig("max_prepared_transactions", "20")
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
