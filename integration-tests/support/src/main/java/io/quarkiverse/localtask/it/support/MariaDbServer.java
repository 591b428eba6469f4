package io.quarkiverse.localtask.it.support;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

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
    private static final long START_SECONDS = 90;

    private MariaDbServer() {
    }

    /** @return whether this machine has the server */
    public static boolean isInstalled() {
        return program("mariadbd").isPresent() && program("mariadb-install-db").isPresent();
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
        try {
            Path home = Files.createTempDirectory("mariadb");
            Path data = home.resolve("data");
            File console = home.resolve("console").toFile();
            // A server that starts removes what others have left in the directory for temporary files, or just put there.
            // Only root has to say whose process it may be, and it may be root's: it is gone with the tests
            List<String> user = System.getProperty("user.name").equals("root") ? List.of("--user=root") : List.of();
            Process install = start(console,
                    command("mariadb-install-db", user, "--datadir=" + data, "--tmpdir=" + home, "--skip-test-db",
                            "--auth-root-authentication-method=normal"));
            if (!install.waitFor(START_SECONDS, TimeUnit.SECONDS) || install.exitValue() != 0) {
                throw new IllegalStateException("mariadb-install-db failed:\n" + Files.readString(console.toPath()));
            }
            Path init = Files.writeString(home.resolve("init.sql"), "CREATE USER " + USER + "@'%' IDENTIFIED BY '" + PASSWORD
                    + "';\nGRANT ALL ON *.* TO " + USER + "@'%' WITH GRANT OPTION;\n");
            int port = RabbitMqServer.freePort();
            // The statements that the server gets can be asked for; the time zone is far from UTC and from the JVM's.
            Process server = start(console, command("mariadbd", user, "--datadir=" + data, "--tmpdir=" + home,
                    "--socket=" + home.resolve("socket"),
                    "--pid-file=" + home.resolve("pid"), "--port=" + port, "--bind-address=127.0.0.1", "--skip-name-resolve",
                    "--init-file=" + init, "--innodb-flush-log-at-trx-commit=0", "--max-connections=300",
                    "--default-time-zone=-09:30", "--innodb-lock-wait-timeout=5", "--log-output=TABLE", "--general-log=OFF"));
            Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
            awaitAnswer(server, port, console);
            System.out.println("Database: " + version());
            return port;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while MariaDB started", e);
        }
    }

    private static Process start(File console, List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(console)).start();
    }

    private static List<String> command(String program, List<String> user, String... arguments) {
        List<String> command = new ArrayList<>(List.of(program(program).orElseThrow().toString(), "--no-defaults"));
        command.addAll(user);
        command.addAll(List.of(arguments));
        return command;
    }

    private static void awaitAnswer(Process server, int port, File console) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!answers(port)) {
            if (!server.isAlive() || System.nanoTime() > end) {
                server.destroyForcibly();
                throw new IllegalStateException("MariaDB did not start:\n" + Files.readString(console.toPath()));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    /** It speaks first. */
    private static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            socket.setSoTimeout(2000);
            return socket.getInputStream().read() >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String version() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(program("mariadbd").orElseThrow().toString(), "--version").start();
        String version = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        return "MariaDB " + version.replaceFirst("(?s).*Ver ([0-9.]+).*", "$1");
    }

    private static Optional<Path> program(String name) {
        return Stream.concat(Stream.of(System.getenv("PATH").split(File.pathSeparator)), Stream.of("/usr/sbin", "/usr/bin"))
                .map(directory -> Path.of(directory, name)).filter(Files::isExecutable).findFirst();
    }
}
