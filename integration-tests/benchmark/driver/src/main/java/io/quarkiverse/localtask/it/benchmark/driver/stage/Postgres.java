package io.quarkiverse.localtask.it.benchmark.driver.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A PostgreSQL server of the benchmark's own: durable, with room for its write-ahead log, and with its statements counted. */
public final class Postgres implements AutoCloseable {

    /** The contenders' user; what the driver itself does is not counted. */
    public static final String USER = "bench";
    private static final String DRIVER = "driver";
    private static final Path PACKAGES = Path.of("/usr/lib/postgresql");

    private final Path binaries;
    private final Path data;
    private final int port;
    private int databases;

    Postgres(Path directory) {
        binaries = binaries();
        data = directory.resolve("postgresql").toAbsolutePath();
        port = freePort();
        try {
            Files.createDirectories(data);
            if (isRoot()) {
                run("chown", "postgres", data.toString());
            }
            asOwner("initdb", "-D", data.toString(), "-A", "trust", "-U", DRIVER, "--no-instructions");
            Files.writeString(data.resolve("postgresql.conf"), """
                    listen_addresses = '127.0.0.1'
                    port = %d
                    unix_socket_directories = ''
                    max_connections = 300
                    shared_buffers = 1GB
                    # no checkpoint within a workload: whole pages in the log would hit one contender and spare another
                    max_wal_size = 16GB
                    checkpoint_timeout = 1h
                    autovacuum_naptime = 5s
                    shared_preload_libraries = 'pg_stat_statements'
                    """.formatted(port), StandardOpenOption.APPEND);
            asOwner("pg_ctl", "-D", data.toString(), "-l", data.resolve("server.log").toString(), "-w", "start");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (Connection connection = connect("postgres")) {
            execute(connection, "CREATE EXTENSION pg_stat_statements");
            execute(connection, "CREATE ROLE " + USER + " LOGIN");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int freePort() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path binaries() {
        try (Stream<Path> versions = Files.list(PACKAGES)) {
            return versions.map(version -> version.resolve("bin")).filter(bin -> Files.exists(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder()).orElseThrow();
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException("The benchmark needs a PostgreSQL server under " + PACKAGES
                    + " (Debian and Ubuntu: apt-get install postgresql)", e);
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** The server refuses to run as root. */
    private void asOwner(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        command.add(binaries.resolve(program).toString());
        command.addAll(List.of(arguments));
        run(command.toArray(String[]::new));
    }

    private static void run(String... command) {
        try {
            Path output = Files.createTempFile("benchmark", ".log");
            int status = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start()
                    .waitFor();
            String text = Files.readString(output);
            Files.delete(output);
            if (status != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    private Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(url(database), DRIVER, "");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** @return a new database with the table of the business */
    public Database newDatabase() {
        String name = "bench" + ++databases;
        try {
            try (Connection connection = connect("postgres")) {
                execute(connection, "CREATE DATABASE " + name + " OWNER " + USER);
            }
            Connection connection = connect(name);
            execute(connection, "CREATE EXTENSION pg_stat_statements");
            execute(connection, "GRANT ALL ON SCHEMA public TO " + USER);
            execute(connection, """
                    CREATE TABLE business (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int NOT NULL,
                                           text varchar(200) NOT NULL)""");
            execute(connection, "ALTER TABLE business OWNER TO " + USER);
            return new Database(url(name), USER, "", connection,
                    new PostgresAccounts(connect("postgres"), name, postmaster()), () -> drop(name));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void drop(String name) {
        try (Connection connection = connect("postgres")) {
            execute(connection, "DROP DATABASE " + name + " WITH (FORCE)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes out what is dirty, so that it does not happen within a workload. */
    public void checkpoint() {
        try (Connection connection = connect("postgres")) {
            execute(connection, "CHECKPOINT");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public String version() {
        try (Connection connection = connect("postgres");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW server_version")) {
            row.next();
            return row.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @return the process that all others of the server descend from */
    private long postmaster() {
        try {
            return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        asOwner("pg_ctl", "-D", data.toString(), "-m", "immediate", "-w", "stop");
        Await.until(Duration.ofSeconds(5), () -> !Files.exists(data.resolve("postmaster.pid")));
        try (Stream<Path> files = Files.walk(data)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
