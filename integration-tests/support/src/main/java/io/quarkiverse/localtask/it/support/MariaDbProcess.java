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

/** This machine's own MariaDB, on data and a port of its own; can be stopped and started again on both. */
public final class MariaDbProcess {

    private static final long START_SECONDS = 90;
    private static final long STOP_SECONDS = 60;

    private final Path home;
    private final File console;
    private final Path init;
    private final List<String> options;
    private final int port = RabbitMqServer.freePort();
    private Process server;

    /**
     * Creates the data, with the user of {@link MariaDbServer}, and starts nothing.
     *
     * @param home a directory for its files
     * @param options further ones of the server
     */
    public MariaDbProcess(Path home, String... options) {
        this.home = home;
        this.options = List.of(options);
        console = home.resolve("console").toFile();
        try {
            Process install = start(
                    command("mariadb-install-db", "--datadir=" + home.resolve("data"), "--tmpdir=" + home, "--skip-test-db",
                            "--auth-root-authentication-method=normal"));
            if (!install.waitFor(START_SECONDS, TimeUnit.SECONDS) || install.exitValue() != 0) {
                throw new IllegalStateException("mariadb-install-db failed:\n" + Files.readString(console.toPath()));
            }
            init = Files.writeString(home.resolve("init.sql"), "CREATE USER IF NOT EXISTS " + MariaDbServer.USER
                    + "@'%' IDENTIFIED BY '" + MariaDbServer.PASSWORD + "';\nGRANT ALL ON *.* TO " + MariaDbServer.USER
                    + "@'%' WITH GRANT OPTION;\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** @return whether this machine has the programs */
    static boolean isInstalled() {
        return program("mariadbd").isPresent() && program("mariadb-install-db").isPresent();
    }

    static String version() {
        try {
            Process process = new ProcessBuilder(program("mariadbd").orElseThrow().toString(), "--version").start();
            String version = new String(process.getInputStream().readAllBytes());
            process.waitFor();
            return "MariaDB " + version.replaceFirst("(?s).*Ver ([0-9.]+).*", "$1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** @return on the loopback address */
    public int port() {
        return port;
    }

    /** @return the process' id; it has to be started */
    public long pid() {
        return server.pid();
    }

    /** Returns when it answers. */
    public void start() {
        // The statements that the server gets can be asked for; the time zone is far from UTC and from the JVM's.
        List<String> command = command("mariadbd", "--datadir=" + home.resolve("data"), "--tmpdir=" + home,
                "--socket=" + home.resolve("socket"),
                "--pid-file=" + home.resolve("pid"), "--port=" + port, "--bind-address=127.0.0.1", "--skip-name-resolve",
                "--init-file=" + init, "--max-connections=300", "--default-time-zone=-09:30", "--innodb-lock-wait-timeout=5",
                "--log-output=TABLE", "--general-log=OFF");
        command.addAll(options);
        try {
            server = start(command);
            awaitAnswer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In an orderly way. */
    public void stop() {
        server.destroy();
        try {
            if (!server.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("MariaDB does not stop, see " + console);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** {@code kill -9}; returns when it is gone. */
    public void kill() {
        server.destroyForcibly();
        server.onExit().join();
    }

    private Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(console)).start();
    }

    private static List<String> command(String program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(program(program).orElseThrow().toString(), "--no-defaults"));
        // only root has to say whose process it may be, and it may be root's: it is gone with the tests
        if (System.getProperty("user.name").equals("root")) {
            command.add("--user=root");
        }
        command.addAll(List.of(arguments));
        return command;
    }

    private void awaitAnswer() throws IOException {
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

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("Interrupted while waiting for MariaDB", e);
    }

    private static Optional<Path> program(String name) {
        return Stream.concat(Stream.of(System.getenv("PATH").split(File.pathSeparator)), Stream.of("/usr/sbin", "/usr/bin"))
                .map(directory -> Path.of(directory, name)).filter(Files::isExecutable).findFirst();
    }
}
