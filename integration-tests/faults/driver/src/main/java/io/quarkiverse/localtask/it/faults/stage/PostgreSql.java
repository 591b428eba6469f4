package io.quarkiverse.localtask.it.faults.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.quarkiverse.localtask.it.support.RabbitMqServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** An embedded PostgreSQL of its own. */
public final class PostgreSql implements DatabaseServer {

    private static final String USER = "postgres";

    private final Path data;
    private final int port = RabbitMqServer.freePort();
    private final AtomicInteger databases = new AtomicInteger();
    private EmbeddedPostgres server;

    public PostgreSql(Path directory) {
        data = directory.resolve("postgresql");
        start();
    }

    @Override
    public void start() {
        try {
            server = EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false).setPort(port)
                    .setServerConfig("max_connections", "200")
                    .setServerConfig("max_prepared_transactions", "20")
                    // what is committed outlives a kill of the server; the embedded one would not mind to lose it
                    .setServerConfig("synchronous_commit", "on")
                    .setPGStartupWait(Duration.ofSeconds(60))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void kill() {
        try {
            long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
            ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
            List<ProcessHandle> processes = Stream.concat(Stream.of(postmaster), postmaster.children()).toList();
            processes.forEach(ProcessHandle::destroyForcibly);
            Await.until("the end of PostgreSQL", Duration.ofSeconds(10),
                    () -> processes.stream().noneMatch(ProcessHandle::isAlive));
            Files.deleteIfExists(data.resolve("postmaster.pid"));
            // it is gone, and this gives up its lock on the directory
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Database newDatabase() {
        String name = "faults" + databases.incrementAndGet();
        administer("CREATE DATABASE " + name);
        return new Database("jdbc:postgresql://127.0.0.1:" + port + "/" + name, USER);
    }

    /** Runs statements as an administrator, outside any scenario's database. */
    public void administer(String... statements) {
        try (Connection connection = DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/postgres", USER,
                USER);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Where its files are; to be touched only while it is stopped. */
    public Path data() {
        return data;
    }

    @Override
    public void close() {
        stop();
    }
}
