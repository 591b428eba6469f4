package io.quarkiverse.localtask.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;

import org.apache.qpid.server.SystemLauncher;
import org.apache.qpid.server.model.SystemConfig;
import org.eclipse.microprofile.config.inject.ConfigProperty;

import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;

/**
 * The broker: AMQP 0-9-1 in this process, in memory. Senders reach it through a {@link Door}. To break it the door is shut,
 * and the queue behind it stays, as a broker with a durable queue keeps it.
 */
@ApplicationScoped
class Broker {

    private final SystemLauncher launcher = new SystemLauncher();
    private final Inbox inbox = new Inbox();
    private final int innerPort;
    private final Door door;
    private Path directory;

    Broker(Vertx vertx, @ConfigProperty(name = "demo.broker.port") int port,
            @ConfigProperty(name = "demo.broker.inner-port") int innerPort) {
        this.innerPort = innerPort;
        this.door = new Door(vertx, port, innerPort);
    }

    void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event) throws Exception {
        directory = Files.createTempDirectory("local-task-demo");
        launcher.startup(Map.of(
                // the default's URL is one that only a plain class path can open
                "initialSystemPropertiesLocation", Files.createFile(directory.resolve("system.properties")).toString(),
                SystemConfig.TYPE, "Memory",
                SystemConfig.INITIAL_CONFIGURATION_LOCATION, configuration(),
                SystemConfig.STARTUP_LOGGED_TO_SYSTEM_OUT, false,
                SystemConfig.CONTEXT, Map.of(
                        "demo.broker.inner-port", Integer.toString(innerPort),
                        "qpid.work_dir", directory.toString())));
        up();
    }

    /** After the messaging connector, which stops with the same event: its reader would come back to the next broker. */
    void stop(@Observes @Priority(Interceptor.Priority.PLATFORM_AFTER) @BeforeDestroyed(ApplicationScoped.class) Object event) {
        down();
        launcher.shutdown();
        delete(directory);
    }

    boolean isUp() {
        return door.isOpen();
    }

    Inbox inbox() {
        return inbox;
    }

    void up() {
        Waiting.on(door.open());
    }

    void down() {
        Waiting.on(door.shut());
    }

    private static String configuration() {
        return Thread.currentThread().getContextClassLoader().getResource("broker.json").toExternalForm();
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
