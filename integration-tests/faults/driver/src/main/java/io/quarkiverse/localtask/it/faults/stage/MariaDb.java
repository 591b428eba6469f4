package io.quarkiverse.localtask.it.faults.stage;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

import io.quarkiverse.localtask.it.support.MariaDbServer;

/** A MariaDB of its own. */
final class MariaDb implements DatabaseServer {

    private final AtomicInteger databases = new AtomicInteger();
    private final int port = MariaDbServer.start();

    @Override
    public Database newDatabase() {
        String name = "faults" + databases.incrementAndGet();
        String server = "jdbc:mariadb://127.0.0.1:" + port + "/";
        try (Connection connection = DriverManager.getConnection(server, MariaDbServer.USER, MariaDbServer.PASSWORD);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new Database(server + name, MariaDbServer.USER);
    }

    @Override
    public void start() {
        throw new UnsupportedOperationException("the server of all tests");
    }

    @Override
    public void stop() {
        throw new UnsupportedOperationException("the server of all tests");
    }

    @Override
    public void kill() {
        throw new UnsupportedOperationException("the server of all tests");
    }

    @Override
    public void close() {
        // it ends with the JVM
    }
}
