package io.quarkiverse.localtask.it.faults.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

import io.quarkiverse.localtask.it.support.MariaDbProcess;
import io.quarkiverse.localtask.it.support.MariaDbServer;

/** A MariaDB of its own. */
final class MariaDb implements DatabaseServer {

    private final AtomicInteger databases = new AtomicInteger();
    private final MariaDbProcess process;

    MariaDb(Path directory) {
        try {
            process = new MariaDbProcess(Files.createDirectories(directory.resolve("mariadb")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process.start();
    }

    @Override
    public Database newDatabase() {
        String name = "faults" + databases.incrementAndGet();
        String server = "jdbc:mariadb://127.0.0.1:" + process.port() + "/";
        try (Connection connection = DriverManager.getConnection(server, MariaDbServer.USER, MariaDbServer.PASSWORD);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new Database(server + name, MariaDbServer.USER);
    }

    @Override
    public void endConnections(Database database) {
        database.query("SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()",
                row -> row.getLong(1)).forEach(id -> database.tryExecute("KILL " + id));
    }

    @Override
    public void start() {
        process.start();
    }

    @Override
    public void stop() {
        process.stop();
    }

    @Override
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.kill();
    }
}
