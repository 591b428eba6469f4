package io.quarkiverse.localtask.it.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A RabbitMQ server of its own, in a directory of its own, on free ports of this machine: Debian's package, run without a
 * service, a container or root. It can be killed and started again on the same data.
 */
public final class RabbitMqServer implements AmqpServer {

    static final String COMMAND_PROPERTY = "local-task.tests.rabbitmq";

    private static final Path COMMAND = Path.of(System.getProperty(COMMAND_PROPERTY,
            "/usr/lib/rabbitmq/bin/rabbitmq-server"));
    private static final long START_SECONDS = 90;

    private final Path home;
    private final int port = freePort();
    private final int distribution = freePort();
    private final int portMapper = freePort();
    private Process process;

    public RabbitMqServer() {
        try {
            home = Files.createTempDirectory("rabbitmq");
            Files.createDirectories(home.resolve("mnesia"));
            Files.createDirectories(home.resolve("log"));
            Files.writeString(home.resolve("enabled_plugins"), "[].\n");
            Files.writeString(home.resolve("rabbitmq.conf"),
                    "listeners.tcp.default = 127.0.0.1:" + port + "\nloopback_users = none\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return whether this machine has the server */
    public static boolean isInstalled() {
        return Files.isExecutable(COMMAND);
    }

    @Override
    public int port() {
        return port;
    }

    /** On the data that it had. */
    @Override
    public void start() {
        try {
            Files.deleteIfExists(home.resolve("pid"));
            process = command(COMMAND.toString()).redirectErrorStream(true).redirectOutput(home.resolve("console").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IllegalStateException("RabbitMQ did not start:\n" + console());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        System.out.println("Broker: " + version());
    }

    /** {@code kill -9}. */
    @Override
    public void kill() {
        end(ProcessHandle::destroyForcibly);
    }

    /** {@code kill -15}: it closes its connections; returns when it is gone. */
    public void terminate() {
        end(ProcessHandle::destroy);
    }

    /**
     * {@code rabbitmqctl} with these arguments, on this server.
     *
     * @return what it printed
     */
    public String control(String... arguments) {
        List<String> command = new ArrayList<>(List.of(COMMAND.resolveSibling("rabbitmqctl").toString()));
        command.addAll(List.of(arguments));
        try {
            Process control = command(command.toArray(String[]::new)).redirectErrorStream(true).start();
            String printed = new String(control.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (control.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + printed);
            }
            return printed;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String version() {
        return console().lines().filter(line -> line.contains("RabbitMQ ")).map(String::strip)
                .map(line -> line.replaceAll(".*(RabbitMQ [0-9.]+).*", "$1 (" + COMMAND + ")")).findFirst().orElse("RabbitMQ");
    }

    @Override
    public void close() {
        kill();
        // the port mapper outlives the server
        try {
            Process mapper = command("epmd", "-kill").redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            mapper.waitFor(10, TimeUnit.SECONDS);
            try (Stream<Path> files = Files.walk(home)) {
                files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(Consumer<ProcessHandle> how) {
        Optional<ProcessHandle> server = serverProcess();
        server.ifPresent(how);
        try {
            if (server.isPresent()) {
                server.get().onExit().get(30, TimeUnit.SECONDS);
            }
            if (process != null && !process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IllegalStateException("RabbitMQ did not end", e);
        }
        process = null;
    }

    /** The script starts the server as a child; the server writes its own id. */
    private Optional<ProcessHandle> serverProcess() {
        if (process == null) {
            return Optional.empty();
        }
        try {
            return ProcessHandle.of(Long.parseLong(Files.readString(home.resolve("pid")).strip()));
        } catch (IOException e) {
            return Optional.of(process.toHandle());
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            socket.setSoTimeout(2000);
            socket.getOutputStream().write("AMQP\0\0\t\1".getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            return in.read() >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    private String console() {
        try {
            return Files.readString(home.resolve("console"));
        } catch (IOException e) {
            return "";
        }
    }

    private ProcessBuilder command(String... command) {
        ProcessBuilder builder = new ProcessBuilder(List.of(command)).directory(home.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", "LANG", "C.UTF-8", "HOME", home.toString(),
                "ERL_EPMD_ADDRESS", "127.0.0.1", "ERL_EPMD_PORT", Integer.toString(portMapper)));
        environment.putAll(Map.of(
                "RABBITMQ_NODENAME", "t" + port + "@localhost",
                "RABBITMQ_MNESIA_BASE", home.resolve("mnesia").toString(),
                "RABBITMQ_LOG_BASE", home.resolve("log").toString(),
                "RABBITMQ_CONFIG_FILE", home.resolve("rabbitmq.conf").toString(),
                "RABBITMQ_ENABLED_PLUGINS_FILE", home.resolve("enabled_plugins").toString(),
                "RABBITMQ_CONF_ENV_FILE", "/dev/null",
                "RABBITMQ_PID_FILE", home.resolve("pid").toString(),
                "RABBITMQ_NODE_PORT", Integer.toString(port),
                "RABBITMQ_DIST_PORT", Integer.toString(distribution),
                "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1}"));
        return builder;
    }

    /**
     * Below the range from which the system takes ports for outgoing connections: while the server is down, a client that tries
     * again and again would else be given its port one day, connect to itself, and keep it.
     */
    public static int freePort() {
        for (int i = 0; i < 1000; i++) {
            int port = ThreadLocalRandom.current().nextInt(10_000, 20_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // taken
            }
        }
        throw new IllegalStateException("There is no free port between 10000 and 20000");
    }
}
