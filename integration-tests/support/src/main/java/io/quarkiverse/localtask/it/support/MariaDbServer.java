package io.quarkiverse.localtask.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One MariaDB for all tests of this JVM: this machine's own program, in a directory of its own, on a free port. It is known by
 * a
 * system property rather than by a field, since Quarkus loads test classes by several class loaders.
 */
public final class MariaDbServer {

    /** The user of every database, who may do everything. */
    public static final String USER = "tests";
    public static final String PASSWORD = "tests";

    private static final String PORT = "local-task.tests.mariadb-port";

    private MariaDbServer() {
    }

    /** @return whether this machine has the server */
    public static boolean isInstalled() {
        return MariaDbProcess.isInstalled();
    }

    /**
     * @return whether tests can use it
     * @throws IllegalStateException if they cannot, and {@code -Dlocal-task.tests.require-servers=true} makes that an error
     */
    public static boolean isUsable() {
        if (!isInstalled() && Boolean.getBoolean(PostgresCondition.REQUIRE_SERVERS)) {
            throw new IllegalStateException(
                    "There is no MariaDB here, and " + PostgresCondition.REQUIRE_SERVERS + "=true makes that an error");
        }
        return isInstalled();
    }

    /**
     * Starts the server if it is not running yet. It ends with the JVM.
     *
     * @return its port on the loopback address
     */
    public static int start() {
        synchronized (System.getProperties()) {
            String port = System.getProperty(PORT);
            if (port == null) {
                port = Integer.toString(startNew());
                System.setProperty(PORT, port);
            }
            return Integer.parseInt(port);
        }
    }

    private static int startNew() {
        // what a test has committed need not outlive the process
        MariaDbProcess server = new MariaDbProcess(temporaryDirectory(), "--innodb-flush-log-at-trx-commit=0");
        server.start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::kill));
        System.out.println("Database: " + MariaDbProcess.version());
        return server.port();
    }

    private static Path temporaryDirectory() {
        try {
            return Files.createTempDirectory("mariadb");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
