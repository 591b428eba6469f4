package io.quarkiverse.localtask.deployment.engine;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import org.junit.jupiter.api.Assumptions;

import io.quarkiverse.localtask.it.support.MariaDbServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** What tests do with a kind of database that is not the same with all of them. */
abstract class TestServer {

    /** @param dbKind as in {@code quarkus.datasource.db-kind} */
    static TestServer of(String dbKind) {
        return switch (dbKind) {
            case "postgresql" -> new PostgreSql();
            case "mariadb", "mysql" -> new MariaDb(dbKind);
            case "h2" -> new H2();
            default -> throw new IllegalArgumentException("No tests on a database of kind " + dbKind);
        };
    }

    abstract String dbKind();

    abstract Driver driver();

    abstract String url(String database);

    /** @return keys of the datasource */
    abstract Map<String, String> user(String database);

    abstract void createDatabase(String name);

    /** @return a table called {@code series} with a column {@code n}: 1 to count */
    abstract String series(int count);

    final boolean isServer() {
        return !(this instanceof H2);
    }

    final DataSource dataSource(String database) {
        String user = user(database).getOrDefault("username", "");
        return (DataSource) Proxy.newProxyInstance(TestServer.class.getClassLoader(), new Class<?>[] { DataSource.class },
                (proxy, method, arguments) -> TestDatabase.connect(driver(), url(database), user));
    }

    /** A user without any right. */
    void createUser(DataSource owner, String name, String password) {
        throw onlyOfServers();
    }

    void terminateConnections(String database) {
        throw onlyOfServers();
    }

    void allowConnections(String database, boolean allow) {
        throw onlyOfServers();
    }

    List<String> statements(String database) {
        throw onlyOfServers();
    }

    private IllegalStateException onlyOfServers() {
        return new IllegalStateException(dbKind() + " is no server: skip the test");
    }

    static final class PostgreSql extends TestServer {

        private static final String PORT = "local-task.tests.postgresql.port";
        private static final String USER = "postgres";

        @Override
        String dbKind() {
            return "postgresql";
        }

        @Override
        Driver driver() {
            return new org.postgresql.Driver();
        }

        @Override
        String url(String database) {
            return "jdbc:postgresql://localhost:" + port() + "/" + database;
        }

        @Override
        Map<String, String> user(String database) {
            return Map.of("username", USER, "password", USER);
        }

        @Override
        void createDatabase(String name) {
            if (ask("SELECT 1 FROM pg_database WHERE datname = '" + name + "'").isEmpty()) {
                tell("CREATE DATABASE " + name);
            }
        }

        @Override
        void createUser(DataSource owner, String name, String password) {
            TestDatabase.execute(owner, "DROP ROLE IF EXISTS " + name);
            TestDatabase.execute(owner, "CREATE ROLE " + name + " LOGIN PASSWORD '" + password + "'");
        }

        @Override
        void terminateConnections(String database) {
            ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + database + "'");
        }

        @Override
        void allowConnections(String database, boolean allow) {
            tell("ALTER DATABASE " + database + " WITH ALLOW_CONNECTIONS " + allow);
        }

        @Override
        List<String> statements(String database) {
            try {
                // a statement's text may span lines: an entry begins with database:LEVEL:
                return Arrays.stream(Files.readString(log().toPath()).split("(?m)^(?=[a-z_0-9]*:[A-Z]+: )"))
                        .filter(entry -> entry.startsWith(database + ":LOG:"))
                        .filter(entry -> entry.contains("execute ") || entry.contains("statement: "))
                        .map(entry -> entry.replaceAll("\\s+", " ")).toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        String series(int count) {
            return "generate_series(1, " + count + ") AS series (n)";
        }

        private List<String> ask(String sql) {
            return TestDatabase.query(driver(), url("postgres"), USER, sql);
        }

        private void tell(String sql) {
            TestDatabase.execute(driver(), url("postgres"), USER, sql);
        }

        private File log() {
            return new File("target/postgresql-statements.log");
        }

        /* The test class is loaded twice, by two class loaders; a system property is what they share. */
        private int port() {
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
    }

    /** The same server, whatever the driver. Each database has a user of its own, who can be shut out. */
    static final class MariaDb extends TestServer {

        private static final Driver DRIVER = new org.mariadb.jdbc.Driver();

        private final String dbKind;

        MariaDb(String dbKind) {
            this.dbKind = dbKind;
        }

        @Override
        String dbKind() {
            return dbKind;
        }

        @Override
        Driver driver() {
            try {
                return dbKind.equals("mysql") ? new com.mysql.cj.jdbc.Driver() : DRIVER;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        String url(String database) {
            return url(dbKind, database);
        }

        private static String url(String driver, String database) {
            Assumptions.assumeTrue(MariaDbServer.isUsable(), "There is no MariaDB here: its tests are skipped");
            return "jdbc:" + driver + "://127.0.0.1:" + MariaDbServer.start() + "/" + database;
        }

        @Override
        Map<String, String> user(String database) {
            return Map.of("username", database, "password", database);
        }

        @Override
        void createDatabase(String name) {
            tell("CREATE DATABASE IF NOT EXISTS " + name);
            tell("CREATE USER IF NOT EXISTS " + name + "@'%' IDENTIFIED BY '" + name + "'");
            tell("GRANT ALL ON *.* TO " + name + "@'%' WITH GRANT OPTION");
            tell("SET GLOBAL general_log = ON");
        }

        @Override
        void createUser(DataSource owner, String name, String password) {
            TestDatabase.execute(owner, "CREATE OR REPLACE USER " + name + "@'%' IDENTIFIED BY '" + password + "'");
        }

        @Override
        void terminateConnections(String database) {
            for (String id : ask("SELECT id FROM information_schema.processlist WHERE user = '" + database + "'")) {
                try {
                    tell("KILL " + id);
                } catch (IllegalStateException goneAlready) {
                    // that is what was wanted
                }
            }
        }

        @Override
        void allowConnections(String database, boolean allow) {
            tell("ALTER USER " + database + "@'%' ACCOUNT " + (allow ? "UNLOCK" : "LOCK"));
        }

        @Override
        List<String> statements(String database) {
            return ask("SELECT argument FROM mysql.general_log WHERE command_type IN ('Query', 'Execute') AND user_host LIKE '"
                    + database + "[%'").stream().map(sql -> sql.replaceAll("\\s+", " ")).toList();
        }

        @Override
        String series(int count) {
            return "(SELECT seq AS n FROM seq_1_to_" + count + ") AS series";
        }

        private static List<String> ask(String sql) {
            return TestDatabase.query(DRIVER, url("mariadb", "mysql"), MariaDbServer.USER, sql);
        }

        private static void tell(String sql) {
            TestDatabase.execute(DRIVER, url("mariadb", "mysql"), MariaDbServer.USER, sql);
        }
    }

    static final class H2 extends TestServer {

        @Override
        String dbKind() {
            return "h2";
        }

        @Override
        Driver driver() {
            return new org.h2.Driver();
        }

        @Override
        String url(String database) {
            return "jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1";
        }

        @Override
        Map<String, String> user(String database) {
            return Map.of();
        }

        @Override
        void createDatabase(String name) {
            // it comes with its first connection
        }

        @Override
        String series(int count) {
            return "(SELECT x AS n FROM system_range(1, " + count + ")) AS series";
        }
    }
}
