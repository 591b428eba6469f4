package io.quarkiverse.localtask.it.support;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A PgBouncer in transaction mode before the {@link PostgresServer}: Debian's package, run without a service, on a free port of
 * this machine. A client gets one of few server sessions for each transaction, and another one for the next.
 */
public final class PgBouncerServer implements AutoCloseable {

    static final String COMMAND_PROPERTY = "local-task.tests.pgbouncer";

    private static final Path COMMAND = Path.of(System.getProperty(COMMAND_PROPERTY, "/usr/sbin/pgbouncer"));
    private static final long START_SECONDS = 30;

    private final int port = RabbitMqServer.freePort();
    private final Path home;
    private final Process process;

    /**
     * Starts it; returns when it answers.
     *
     * @param sessions how many sessions of the server all clients of one database share
     */
    public PgBouncerServer(int sessions) {
        try {
            // the server gives up the rights of root, and must read its configuration then
            home = Files.createTempDirectory("pgbouncer",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
            Path configuration = Files.writeString(home.resolve("pgbouncer.ini"), configuration(sessions));
            List<String> command = new ArrayList<>(List.of(COMMAND.toString()));
            if (System.getProperty("user.name").equals("root")) {
                command.addAll(List.of("-u", "nobody"));
            }
            command.add(configuration.toString());
            process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(console()).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitStart();
    }

    private String configuration(int sessions) throws IOException {
        return """
                [databases]
                * = host=localhost port=%d user=%s
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = %d
                max_client_conn = 500
                """.formatted(PostgresServer.start(), PostgresServer.USER, port, sessions);
    }

    /** @return whether this machine has the server */
    public static boolean isInstalled() {
        return Files.isExecutable(COMMAND);
    }

    /**
     * @param url of a database of the {@link PostgresServer}
     * @return the URL of the same database through this server, without prepared statements that are kept in a session
     */
    public String url(String url) {
        return url.replaceFirst("//localhost:[0-9]+/", "//localhost:" + port + "/") + "?prepareThreshold=0";
    }

    private void awaitStart() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!listens()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IllegalStateException("PgBouncer did not start:\n" + log());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        System.out.println("Pooler: " + log().lines().filter(line -> line.contains("process up: "))
                .map(line -> line.replaceAll(".*process up: (PgBouncer [0-9.]+).*", "$1 (" + COMMAND + ")")).findFirst()
                .orElse("PgBouncer"));
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** @return everything it has printed so far */
    public String log() {
        try {
            return Files.readString(console().toPath());
        } catch (IOException e) {
            return "";
        }
    }

    private File console() {
        return home.resolve("console").toFile();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
            for (String file : List.of("console", "pgbouncer.ini", "")) {
                Files.deleteIfExists(home.resolve(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
