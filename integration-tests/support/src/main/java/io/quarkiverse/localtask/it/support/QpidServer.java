package io.quarkiverse.localtask.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

import org.apache.qpid.server.SystemLauncher;
import org.apache.qpid.server.model.SystemConfig;

/** Apache Qpid Broker-J in this JVM, with everything in memory: for machines without a RabbitMQ. */
final class QpidServer implements AmqpServer {

    private static final String CONFIGURATION = """
            {
              "name": "tests", "modelVersion": "9.1",
              "authenticationproviders": [ { "name": "plain", "type": "Plain", "secureOnlyMechanisms": [],
                "users": [ { "name": "guest", "type": "managed", "password": "guest" } ] } ],
              "ports": [ { "name": "amqp", "port": "%d", "bindingAddress": "127.0.0.1", "authenticationProvider": "plain",
                "protocols": [ "AMQP_0_9_1" ],
                "virtualhostaliases": [ { "name": "default", "type": "defaultAlias" } ] } ],
              "virtualhostnodes": [ { "name": "default", "type": "Memory", "defaultVirtualHostNode": "true",
                "virtualHostInitialConfiguration": "{\\"type\\": \\"Memory\\"}" } ]
            }
            """;

    private final int port = RabbitMqServer.freePort();
    private SystemLauncher launcher;
    private Path directory;

    @Override
    public int port() {
        return port;
    }

    @Override
    public void start() {
        launcher = new SystemLauncher();
        try {
            directory = Files.createTempDirectory("qpid");
            Path configuration = Files.writeString(directory.resolve("initial.json"), CONFIGURATION.formatted(port));
            launcher.startup(Map.of(
                    // the default's URL is one that only a plain class path can open
                    "initialSystemPropertiesLocation", Files.createFile(directory.resolve("system.properties")).toString(),
                    SystemConfig.TYPE, "Memory",
                    SystemConfig.INITIAL_CONFIGURATION_LOCATION, configuration.toUri().toString(),
                    SystemConfig.STARTUP_LOGGED_TO_SYSTEM_OUT, false,
                    SystemConfig.CONTEXT, Map.of("qpid.work_dir", directory.toString())));
        } catch (Exception e) {
            throw new IllegalStateException("Qpid did not start", e);
        }
        System.out.println("Broker: " + version());
    }

    @Override
    public void kill() {
        if (launcher == null) {
            return;
        }
        launcher.shutdown();
        launcher = null;
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String version() {
        return "Qpid Broker-J " + SystemLauncher.class.getPackage().getImplementationVersion();
    }

    @Override
    public void close() {
        kill();
    }
}
