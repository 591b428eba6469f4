package io.quarkiverse.localtask.it.benchmark.driver.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.stream.Stream;

import io.quarkiverse.localtask.it.support.MariaDbProcess;
import io.quarkiverse.localtask.it.support.MariaDbServer;

/** A MariaDB server of the benchmark's own: durable, with as much memory and log as PostgreSQL has. */
final class MariaDb implements AutoCloseable {

    private final Path home;
    private final MariaDbProcess server;
    private int databases;

    MariaDb() {
        try {
            home = Files.createTempDirectory("local-task-benchmark",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"))).toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server = new MariaDbProcess(home, "--innodb-flush-log-at-trx-commit=1", "--innodb-buffer-pool-size=1G",
                "--innodb-log-file-size=4G");
        server.start();
    }

    private Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(url(database), MariaDbServer.USER, MariaDbServer.PASSWORD);
    }

    private String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + server.port() + "/" + database;
    }

    /** @return a new database with the table of the business */
    Database newDatabase() {
        String name = "bench" + ++databases;
        try {
            execute("CREATE DATABASE " + name);
            Connection connection = connect(name);
            try (Statement statement = connection.createStatement()) {
                statement.execute("""
                        CREATE TABLE business (id bigint AUTO_INCREMENT PRIMARY KEY, n int NOT NULL,
                                               text varchar(200) NOT NULL)""");
            }
            return new Database(url(name), MariaDbServer.USER, MariaDbServer.PASSWORD, connection,
                    new MariaDbAccounts(connect(""), server.pid()), () -> drop(name));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void drop(String name) {
        try {
            execute("DROP DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connect(""); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        server.kill();
        try (Stream<Path> files = Files.walk(home)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
