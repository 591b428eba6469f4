package io.quarkiverse.localtask.deployment.engine;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

import javax.sql.DataSource;

import io.quarkiverse.localtask.runtime.config.LocalTaskRuntimeConfig.SchemaManagement;
import io.quarkiverse.localtask.runtime.store.Database;
import io.quarkiverse.localtask.runtime.store.SchemaManager;
import io.quarkus.test.QuarkusUnitTest;

/**
 * The database the engine's tests run on: {@code -Dlocal-task.tests.database=postgresql} (default), {@code mariadb},
 * {@code mysql} (its driver, on a MariaDB) or {@code h2}. One server per JVM; each test class gets a database of its own.
 */
final class TestDatabase {

    private static final TestServer SERVER = TestServer.of(
            System.getProperty("local-task.tests.database", "postgresql"));

    private TestDatabase() {
    }

    static TestServer server() {
        return SERVER;
    }

    static void configure(QuarkusUnitTest test, String name) {
        configure(test, "quarkus.datasource.", name);
        test.overrideConfigKey("quarkus.devservices.enabled", "false");
    }

    /** @param prefix of the datasource's keys, with its dot */
    static QuarkusUnitTest configure(QuarkusUnitTest test, String prefix, String name) {
        SERVER.createDatabase(database(name));
        test.overrideConfigKey(prefix + "db-kind", SERVER.dbKind());
        SERVER.user(database(name)).forEach((key, value) -> test.overrideConfigKey(prefix + key, value));
        test.overrideConfigKey(prefix + "jdbc.url", SERVER.url(database(name)));
        return test;
    }

    private static String database(String name) {
        return "t_" + name.toLowerCase();
    }

    /** A test class's database without the application: before its start, or beside it. */
    static DataSource of(Class<?> test) {
        return named(test.getSimpleName());
    }

    static DataSource named(String name) {
        return SERVER.dataSource(database(name));
    }

    /** Ends every session of a test class's database, as a restart of the server does. Servers only. */
    static void terminateConnections(Class<?> test) {
        SERVER.terminateConnections(database(test.getSimpleName()));
    }

    /** Lets nobody in, or again. Servers only. */
    static void allowConnections(Class<?> test, boolean allow) {
        SERVER.allowConnections(database(test.getSimpleName()), allow);
    }

    /** @return all statements that the server got for a test class's database so far, each on one line. Servers only. */
    static List<String> statements(Class<?> test) {
        return SERVER.statements(database(test.getSimpleName()));
    }

    /** Does with a database what the start of another application would do. */
    static void prepareTable(DataSource dataSource, String application) {
        prepareTable(SERVER.dbKind(), dataSource, application);
    }

    static void prepareTable(String dbKind, DataSource dataSource, String application) {
        new SchemaManager(dbKind, "local_task_message", application, 64)
                .prepare(new Database(dataSource, 1, Duration.ofSeconds(10)), SchemaManagement.CREATE);
    }

    /** A row that an earlier instance has left, due long ago. */
    static void row(DataSource dataSource, String id, String destination, int house, int status, int attempts) {
        execute(dataSource,
                "INSERT INTO local_task_message (next_attempt_time, create_time, update_time, house_number, attempts, version,"
                        + " status, task_id, task_name, channel, destination, content_type, payload) VALUES ("
                        + "TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP '2026-01-01 00:00:00', "
                        + house + ", " + attempts + ", 1, " + status + ", '" + id + "', 'order', 'scripted', '" + destination
                        + "', 'text/plain', 'payload of " + id + "')");
    }

    static void execute(DataSource dataSource, String sql) {
        try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The driver of this database, by itself. */
    static Driver driver() {
        return SERVER.driver();
    }

    static List<String> query(Driver driver, String url, String user, String sql) {
        List<String> values = new ArrayList<>();
        try (Connection connection = connect(driver, url, user);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return values;
    }

    static void execute(Driver driver, String url, String user, String sql) {
        try (Connection connection = connect(driver, url, user); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @param user whose password is their name */
    static Connection connect(Driver driver, String url, String user) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", user);
        return driver.connect(url, properties);
    }
}
