package io.quarkiverse.localtask.it.support;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.UUID;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * One embedded PostgreSQL for all tests of this JVM. It is known by a system property rather than by a field, since Quarkus
 * loads test classes by several class loaders.
 */
public final class PostgresServer {

    /** The user of every database. */
    public static final String USER = "postgres";

    private static final String PORT = "local-task.tests.postgres-port";

    private PostgresServer() {
    }

    /**
     * Starts the server if it is not running yet. It ends with the JVM.
     *
     * @return its port
     * @throws IOException if this machine cannot run one
     */
    public static int start() throws IOException {
        synchronized (System.getProperties()) {
            String port = System.getProperty(PORT);
            if (port == null) {
                port = Integer.toString(EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "200")
                        // for XA
                        .setServerConfig("max_prepared_transactions", "50")
                        .start().getPort());
                System.setProperty(PORT, port);
            }
            return Integer.parseInt(port);
        }
    }

    /** @return the JDBC URL of a new, empty database */
    public static String newDatabase() {
        String name = "t" + UUID.randomUUID().toString().replace("-", "").toLowerCase(Locale.ROOT);
        try {
            int port = start();
            try (Connection connection = DriverManager.getConnection(url(port, "postgres"), USER, USER);
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + name);
            }
            return url(port, name);
        } catch (IOException | SQLException e) {
            throw new IllegalStateException("The embedded PostgreSQL cannot be used: mark the test class with @NeedsPostgres",
                    e);
        }
    }

    private static String url(int port, String database) {
        return "jdbc:postgresql://localhost:" + port + "/" + database;
    }
}
